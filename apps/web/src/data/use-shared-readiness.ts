import type { Known } from '@tocsin/contracts/shared-readiness.js';
import { useMemo } from 'react';
import { useClock } from './clock.js';
import { useEvery } from './use-view.js';

const minute = 60_000;
const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** What is known of everybody’s reach; undefined until all of it is read. */
export function useKnown(): Known | undefined {
  const [people, contacts, receipts] = [useEvery('people').data?.rows, useEvery('contacts').data?.rows, useEvery('receipts').data?.rows];
  const now = useClock((time) => time - (time % minute));
  return useMemo(
    () => people && contacts && receipts && { people: byId(people), contacts: byId(contacts), receipts: byId(receipts), now },
    [people, contacts, receipts, now],
  );
}
