import * as calendarFeedLimits from '@tocsin/contracts/calendar-feeds/limits.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import type { CalendarFeedRow } from '@tocsin/contracts/calendar-feeds/noun.js';
import { dayOf, midnightOf, addMillis } from '@tocsin/kernel/time.js';
import type { ConfigurationReads } from '../../reads.js';
import type { Range } from './feed-shifts.js';

/** The range of a feed, in whole days: its content stays the same during a day, unless a schedule is changed. */
export const feedRangeOf = (now: string): Range => {
  const today = midnightOf(dayOf(now));
  return { from: addMillis(today, -calendarFeedLimits.feedPast), to: addMillis(today, calendarFeedLimits.feedAhead) };
};

/** The range that is read, wider than the feed’s, so that shifts across its edges are known whole. */
export const readRange = ({ from, to }: Range): Range => ({
  from: addMillis(from, -calendarFeedLimits.feedMargin),
  to: addMillis(to, calendarFeedLimits.feedMargin),
});

/**
 * Whether a feed answers: not while an admin has switched all feeds off, and not for a person who is no longer active.
 */
export const doesFeedAnswer = (
  feed: CalendarFeedRow,
  { organisation, people, schedules }: Pick<ConfigurationReads, 'organisation' | 'people' | 'schedules'>,
): boolean =>
  feed.revoked === null &&
  !organisation.get(organisationKey)?.calendarFeedsOff &&
  people.get(feed.personId)?.state === 'active' &&
  (feed.of.kind === 'person' || schedules.get(feed.of.scheduleId)?.removed === false);
