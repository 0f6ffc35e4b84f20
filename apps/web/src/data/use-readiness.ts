import type { ContactRow } from '@tocsin/contracts/contacts.js';
import { readinessOf, type Readiness, type ReadinessFacts } from '@tocsin/contracts/readiness.js';
import { useClock } from './clock.js';
import { useAll, useRow } from './use-view.js';

const nobody = (id: string): ContactRow => ({ id, methods: [], rules: [] });
const minute = 60_000;

/** Would a page reach this person, by what is known now; undefined while nothing is known. `here`: what only this browser knows. */
export function useReadiness(personId: string, here?: ReadinessFacts['here']): Readiness | undefined {
  const { data } = useRow('contacts', personId);
  const receipts = useRow('receipts', personId).data?.row;
  const policies = useAll('policies');
  const now = useClock((time) => time - (time % minute));
  return data && readinessOf({ contact: data.row ?? nobody(personId), receipts, policies, now, ...(here ? { here } : {}) });
}

/** The ids of methods that failed the last time, or are silent. */
export const unsureIn = (readiness: Readiness | undefined): ReadonlySet<string> =>
  new Set(readiness?.methods.filter(({ isUsable, isSure }) => isUsable && !isSure).map(({ method }) => method.contactMethodId));
