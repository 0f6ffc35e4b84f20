import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { StoredAlertGroupRow as Row } from './list-row.js';

/** Schedules through which people are being paged. Entries of others are dropped. */
export const withSchedules = ({ pagingBy: before, ...row }: Row, scheduleIds: Readonly<Record<string, string>> = {}): Row => {
  const isPaged = new Set(row.paging);
  const pagingBy = Object.entries({ ...before, ...scheduleIds }).filter(([personId]) => isPaged.has(personId));
  return pagingBy.length > 0 ? { ...row, pagingBy: Object.fromEntries(pagingBy) } : row;
};

/** People being paged whose page waits for the end of their rest. */
export const withAsleep = ({ asleep: _before, ...row }: Row, asleepPeople: Readonly<Record<string, string>>): Row => {
  const isPaged = new Set(row.paging);
  const stillAsleep = Object.entries(asleepPeople).filter(([personId]) => isPaged.has(personId));
  return stillAsleep.length > 0 ? { ...row, asleep: Object.fromEntries(stillAsleep) } : row;
};

/** A person who is paged is no longer resting. */
export const wakePerson = (row: Row, personId: string | undefined): Row => {
  if (personId === undefined || row.asleep?.[personId] === undefined) return row;
  const { [personId]: _awake, ...asleep } = row.asleep;
  return withAsleep(row, asleep);
};

export const withPages = (row: Row, pageKeys: Record<string, string>): Row =>
  withAsleep(withSchedules({ ...row, pageKeys, paging: [...new Set(Object.values(pageKeys))] }), row.asleep ?? {});

/** People whom a step found through schedules. */
export const bySchedule = (targets: FactOf<'EscalationStepTaken'>['targets']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    targets.flatMap(({ persons }) => persons.flatMap(({ personId, onCall }) => (onCall ? [[personId, onCall.scheduleId]] : []))),
  );

export const withoutPage = (row: Row, { pageId }: { pageId: string }): Row => {
  const { [pageId]: personId, ...rest } = row.pageKeys;
  return personId === undefined ? row : withPages(row, rest);
};
