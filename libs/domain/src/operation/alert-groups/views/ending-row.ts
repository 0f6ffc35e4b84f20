import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { laterOf } from '@tocsin/kernel/time.js';
import { isEndingBy } from '../ending-plan.js';

/** Keys of the alerts that are ending, and when each resolves. */
export type EndingKeys = Readonly<Record<string, string>>;

interface Row extends AlertGroupRow {
  readonly firingKeys: readonly string[];
  readonly endingKeys?: EndingKeys;
}

/** Sets the row’s summary of ending alerts. Rows that never had any lack it. */
const withKeys = <R extends Row>(row: R, endingKeys: EndingKeys, wholeEnd: { readonly at: string } | null): R => {
  const alerts = Object.keys(endingKeys).length;
  if (alerts === 0 && !wholeEnd) return row.ending ? { ...row, endingKeys: {}, ending: null } : row;
  const at = Object.values(endingKeys).reduce<string>((last, dueAt) => laterOf(last, dueAt), wholeEnd?.at ?? '');
  const isAll = wholeEnd !== null || (alerts === row.firing && row.counted === 0 && !row.cutList);
  return { ...row, endingKeys, ending: { alerts, at, all: isAll, over: wholeEnd !== null } };
};

const overOf = ({ ending }: Row): { readonly at: string } | null => (ending?.over ? { at: ending.at } : null);

export const applyEnding = <R extends Row>(row: R, data: FactOf<'AlertsEnding'>): R => {
  const isLeft = isEndingBy(data);
  const before = row.endingKeys ?? {};
  const isAgain = data.late !== undefined;
  const endingKeysNow = row.firingKeys.filter((key) => isLeft(key) && (isAgain || before[key] === undefined));
  return withKeys(
    row,
    { ...before, ...Object.fromEntries(endingKeysNow.map((key) => [key, data.dueAt])) },
    data.over ? { at: data.dueAt } : overOf(row),
  );
};

/** Alerts fire: they are not ending, and neither is the whole group. */
export const applyFiring = <R extends Row>(row: R, fingerprints: readonly string[]): R => {
  if (!row.ending) return row;
  const firingAgain = new Set(fingerprints);
  return withKeys(row, Object.fromEntries(Object.entries(row.endingKeys ?? {}).filter(([key]) => !firingAgain.has(key))), null);
};

/** Alerts were resolved: only those that still fire remain ending. */
export const keepFiringKeys = <R extends Row>(row: R): R => {
  if (!row.ending) return row;
  const endingKeysNow = new Set(row.firingKeys);
  return withKeys(row, Object.fromEntries(Object.entries(row.endingKeys ?? {}).filter(([key]) => endingKeysNow.has(key))), overOf(row));
};

export const clearEnding = <R extends Row>(row: R): R => (row.ending ? { ...row, endingKeys: {}, ending: null } : row);
