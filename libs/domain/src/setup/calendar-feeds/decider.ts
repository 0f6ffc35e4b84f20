import type { CalendarFeedFact, CalendarFeedRow } from '@tocsin/contracts/calendar-feeds/noun.js';
import * as calendarFeedLimits from '@tocsin/contracts/calendar-feeds/limits.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { refusePermission, hasOrganisationPermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { requireNewId, isOwn, requireWithinLimit, requireOneself, type About } from '../../rules/settings-checks.js';
import { settingsNoun } from '../../rules/settings-noun.js';
import type { CalendarFeedCommand } from './commands.js';
import { calendarFeedFold } from './views.js';

type MakeData = Extract<CalendarFeedCommand, { type: 'MakeCalendarFeed' }>['data'];
type AnyFeed = Pick<About<CalendarFeedRow, unknown>, 'row' | 'context'>;

const feeds = settingsNoun<CalendarFeedRow, CalendarFeedCommand, CalendarFeedFact>({
  category: 'calendarFeeds',
  fold: calendarFeedFold,
  newId: 'calendar-feed',
});

const mayRevoke = (about: AnyFeed) =>
  !about.row || isOwn(about) || hasOrganisationPermission(about.context, 'tokens.configure')
    ? null
    : refusePermission('its person, an owner or an admin');
// a revoked feed is none, whoever asks
const mayChange = (about: AnyFeed) => (about.row?.revoked === null && !isOwn(about) ? refusePermission('its person') : null);

const requireSwitchedOn = ({ context: { reads } }: AnyFeed) =>
  reads.organisation.get(organisationKey)?.calendarFeedsOff ? refuse('calendar_feed.switched_off') : null;
const requireSchedule = ({ data: { of }, context: { reads } }: About<CalendarFeedRow, MakeData>) =>
  of.kind === 'schedule' && reads.schedules.get(of.scheduleId)?.removed !== false ? refuse('schedule.not_found', {}, 'of') : null;
const liveFeedsOfActor = ({ rows, context }: About<CalendarFeedRow, unknown>) =>
  rows.values().filter((row) => row.personId === context.actor.id && row.revoked === null);

/** Calendar feeds of people, revoked ones too: the stream `calendarFeeds`. */
export const calendarFeedsDecider = feeds.decider({
  MakeCalendarFeed: feeds.save({
    may: requireOneself,
    checks: [
      requireSwitchedOn,
      requireNewId(() => 'The feed'),
      requireSchedule,
      requireWithinLimit(calendarFeedLimits.calendarFeedsPerPerson, 'limit.calendar_feeds', liveFeedsOfActor),
    ],
    settings: ({ data: { feedId: _feedId, ...feed }, context }) => ({ personId: context.actor.id, ...feed }),
    fact: (feedId, settings) => ({ type: 'CalendarFeedMade', data: { feedId, ...settings } }),
  }),
  ChangeCalendarFeedReminder: feeds.act({
    may: mayChange,
    missing: 'calendar_feed.not_found',
    checks: [({ row }) => (row.revoked ? refuse('calendar_feed.not_found') : null)],
    fact: ({ data, row }) => (row.reminder === data.reminder ? null : { type: 'CalendarFeedReminderChanged', data }),
  }),
  RevokeCalendarFeed: feeds.act({
    may: mayRevoke,
    missing: 'calendar_feed.not_found',
    fact: ({ id: feedId, row }) => (row.revoked ? null : { type: 'CalendarFeedRevoked', data: { feedId } }),
  }),
});

const sameInput = sameFor<CalendarFeedCommand>();

export const inputs: InputsOf<CalendarFeedFact, CalendarFeedCommand> = {
  CalendarFeedMade: ({ personId: _personId, ...data }) => ({ type: 'MakeCalendarFeed', data }),
  CalendarFeedReminderChanged: sameInput('ChangeCalendarFeedReminder'),
  CalendarFeedRevoked: sameInput('RevokeCalendarFeed'),
};
