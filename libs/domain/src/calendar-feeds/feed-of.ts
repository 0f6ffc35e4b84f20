import { limits } from '@tocsin/contracts/limits.js';
import { organisationKey } from '@tocsin/contracts/organisation.js';
import type { CalendarFeedRow } from '@tocsin/contracts/calendar-feeds.js';
import { dayOf, midnight, plus } from '@tocsin/kernel/time.js';
import type { ConfigurationReads } from '../reads.js';
import type { Range } from './feed-shifts.js';

/** What a feed has, to whole days: it says the same until the next one, unless somebody changes a schedule. */
export const feedRange = (now: string): Range => {
  const today = midnight(dayOf(now));
  return { from: plus(today, -limits.feedPast), to: plus(today, limits.feedAhead) };
};

/** What is read for it, so that a shift that begins before it, or ends after it, is known whole. */
export const readRange = ({ from, to }: Range): Range => ({ from: plus(from, -limits.feedMargin), to: plus(to, limits.feedMargin) });

/** Whether a feed answers: not while an admin has switched all off, and not of anybody who is not here any more. */
export const feedAnswers = (
  feed: CalendarFeedRow,
  { organisation, people, schedules }: Pick<ConfigurationReads, 'organisation' | 'people' | 'schedules'>,
): boolean =>
  feed.revoked === null &&
  !organisation.get(organisationKey)?.calendarFeedsOff &&
  people.get(feed.personId)?.state === 'active' &&
  (feed.of.kind === 'person' || schedules.get(feed.of.scheduleId)?.removed === false);
