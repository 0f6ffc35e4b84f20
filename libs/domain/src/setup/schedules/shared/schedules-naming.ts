import type { BlockingReference } from '@tocsin/contracts/refusals.js';
import type { ConfigurationReads } from '../../../reads.js';

/** The schedules that put a person on call, now or in future, in id order. */
export const listSchedulesNaming = (reads: Pick<ConfigurationReads, 'schedules'>, personId: string): readonly BlockingReference[] =>
  reads.schedules.where('named', personId).map(({ id, teamId, name }) => ({ kind: 'schedule', id, teamId, name }));
