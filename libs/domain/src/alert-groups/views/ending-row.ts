import type { AlertGroupRow } from '@tocsin/contracts/alert-group-rows.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { later } from '@tocsin/kernel/time.js';
import { leftBy } from '../ending-plan.js';

/** Keys of the alerts that are ending, and when each resolves. */
export type EndingKeys = Readonly<Record<string, string>>;

interface Row extends AlertGroupRow {
  readonly firingKeys: readonly string[];
  readonly endingKeys?: EndingKeys;
}

/** Sets the row’s summary of ending alerts. Rows that never had any lack it. */
const withKeys = <R extends Row>(row: R, endingKeys: EndingKeys, over: { readonly at: string } | null): R => {
  const alerts = Object.keys(endingKeys).length;
  if (alerts === 0 && !over) return row.ending ? { ...row, endingKeys: {}, ending: null } : row;
  const at = Object.values(endingKeys).reduce<string>((last, dueAt) => later(last, dueAt), over?.at ?? '');
  const isAll = over !== null || (alerts === row.firing && row.counted === 0 && !row.cutList);
  return { ...row, endingKeys, ending: { alerts, at, all: isAll, over: over !== null } };
};

const overOf = ({ ending }: Row): { readonly at: string } | null => (ending?.over ? { at: ending.at } : null);

export const leaving = <R extends Row>(row: R, data: FactOf<'AlertsEnding'>): R => {
  const isLeft = leftBy(data);
  const before = row.endingKeys ?? {};
  const isAgain = data.late !== undefined;
  const left = row.firingKeys.filter((key) => isLeft(key) && (isAgain || before[key] === undefined));
  return withKeys(
    row,
    { ...before, ...Object.fromEntries(left.map((key) => [key, data.dueAt])) },
    data.over ? { at: data.dueAt } : overOf(row),
  );
};

/** Alerts fire: they are not ending, and neither is the whole group. */
export const firing = <R extends Row>(row: R, fingerprints: readonly string[]): R => {
  if (!row.ending) return row;
  const again = new Set(fingerprints);
  return withKeys(row, Object.fromEntries(Object.entries(row.endingKeys ?? {}).filter(([key]) => !again.has(key))), null);
};

/** Alerts were resolved: only those that still fire remain ending. */
export const afterOver = <R extends Row>(row: R): R => {
  if (!row.ending) return row;
  const left = new Set(row.firingKeys);
  return withKeys(row, Object.fromEntries(Object.entries(row.endingKeys ?? {}).filter(([key]) => left.has(key))), overOf(row));
};

export const noneEnding = <R extends Row>(row: R): R => (row.ending ? { ...row, endingKeys: {}, ending: null } : row);
