import type { CalendarFeedFact } from '@tocsin/contracts/calendar-feeds/noun.js';
import * as calendarFeedLimits from '@tocsin/contracts/calendar-feeds/limits.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { ana, bo, byAdmin, byBo, idOf, readsAfter } from '../../configuration.fixture.js';
import { setUp } from '../organisation/facts.fixture.js';
import { calendarFeedsDecider } from './decider.js';
import { bosFeed, bosFeedChanged, bosFeedId, bosFeedRevoked } from './facts.fixture.js';

const reads = readsAfter();
const byHim = { actor: byBo, reads };
const make = (of: object = { kind: 'person' }) => ({ type: 'MakeCalendarFeed', data: { of, reminder: 60, keyHash: 'hash-new' } });

describe('making a calendar feed', () => {
  it('records whose it is and the hash of its secret', () => {
    expect(given(calendarFeedsDecider).when(make(), byHim).facts()).toEqual([
      {
        type: 'CalendarFeedMade',
        data: { feedId: expect.any(String), personId: bo, of: { kind: 'person' }, reminder: 60, keyHash: 'hash-new' },
      },
    ]);
  });

  it('is refused of a schedule that is not there, and to programs', () => {
    const of = { kind: 'schedule', scheduleId: idOf('5c') };
    expect(given(calendarFeedsDecider).when(make(of), byHim).refusal()).toBe('schedule.not_found');
    const actor = { ...byBo, token: { id: idOf('70c'), scopes: ['read'], teamId: null } };
    expect(given(calendarFeedsDecider).when(make(), { actor, reads }).refusal()).toBe('permission.denied');
  });

  it('is refused while all feeds are switched off: its address would not answer', () => {
    const switched = (on: boolean) => ({ actor: byBo, reads: readsAfter(setUp, { type: 'CalendarFeedsSwitched', data: { on } }) });
    expect(given(calendarFeedsDecider).when(make(), switched(false)).refusal()).toBe('calendar_feed.switched_off');
    expect(given(calendarFeedsDecider).when(make(), switched(true)).types()).toEqual(['CalendarFeedMade']);
  });

  it(`stops at ${calendarFeedLimits.calendarFeedsPerPerson} that work`, () => {
    const manyFeeds = Array.from({ length: calendarFeedLimits.calendarFeedsPerPerson }, (_, n): CalendarFeedFact => {
      const fact = bosFeed as Extract<CalendarFeedFact, { type: 'CalendarFeedMade' }>;
      return { ...fact, data: { ...fact.data, feedId: idOf(`f${n + 100}`) } };
    });
    expect(given(calendarFeedsDecider, manyFeeds).when(make(), byHim).refusal()).toBe('limit.calendar_feeds');
    expect(given(calendarFeedsDecider, manyFeeds.slice(1)).when(make(), byHim).types()).toEqual(['CalendarFeedMade']);
  });
});

describe('a calendar feed', () => {
  const feeds = given(calendarFeedsDecider, [bosFeed]);

  it('reminds as its person says, and nobody else', () => {
    const change = { type: 'ChangeCalendarFeedReminder', data: { feedId: bosFeedId, reminder: null } };
    expect(feeds.when(change, byHim).facts()).toEqual([bosFeedChanged]);
    expect(given(calendarFeedsDecider, [bosFeed, bosFeedChanged]).when(change, byHim).nothing()).toBe(true);
    expect(feeds.when(change, { actor: byAdmin, reads }).refusal()).toBe('permission.denied');
    expect(given(calendarFeedsDecider, [bosFeed, bosFeedRevoked]).when(change, byHim).refusal()).toBe('calendar_feed.not_found');
  });

  it('is revoked by its person or an admin, once', () => {
    const revoke = { type: 'RevokeCalendarFeed', data: { feedId: bosFeedId } };
    expect(feeds.when(revoke, byHim).facts()).toEqual([bosFeedRevoked]);
    expect(feeds.when(revoke, { actor: byAdmin, reads }).facts()).toEqual([bosFeedRevoked]);
    expect(feeds.when(revoke, { actor: { ...byBo, id: ana }, reads }).refusal()).toBe('permission.denied');
    expect(given(calendarFeedsDecider, [bosFeed, bosFeedRevoked]).when(revoke, byHim).nothing()).toBe(true);
  });
});
