import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { StoredAlertGroupRow as Row } from './list-row.js';

/** The storm was acknowledged: nothing is new in it. */
export const clearNewInStorm = ({ storm }: Row): Pick<Row, 'storm'> => (storm ? { storm: { newSince: 0 } } : {});

export const noHolder = { holder: null, acknowledgedAt: null } as const;

/** A holder, since when, and until when it is snoozed. */
export const applyHolder = (row: Row, holder: Row['holder'], since: string | null, until: string | null): Row => ({
  ...clearSnooze(row),
  status: holder === null ? 'firing' : until === null ? 'acknowledged' : 'snoozed',
  holder,
  acknowledgedAt: since,
  ...(until === null ? {} : { snoozedUntil: until }),
  ...(row.acknowledgedAt === since ? {} : clearNewInStorm(row)),
});

/** The row of a group that follows another group of its storm; only that group pages. */
export const applyLeader = (
  row: Row,
  { leader, holder, since, snoozedUntil }: NonNullable<FactOf<'AlertGroupReopened'>['follows']>,
): Row => ({
  ...applyHolder(row, holder, since, snoozedUntil),
  follows: leader,
  next: null,
  nobodyHasIt: false,
});

/** Removes the snooze. */
export const clearSnooze = ({ snoozedUntil: _until, ...row }: Row): Row => row;

/** Removes the pending reassignment. */
export const clearReassignment = ({ reassigning: _withdrawn, ...row }: Row): Row => row;
