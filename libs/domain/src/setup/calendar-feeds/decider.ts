import type { CalendarFeedFact, CalendarFeedRow } from '@tocsin/contracts/calendar-feeds/noun.js';
import * as calendarFeedLimits from '@tocsin/contracts/calendar-feeds/limits.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { Table } from '@tocsin/kernel/rows/table.js';
import { refusePermission, hasOrganisationPermission, canActForPerson } from '../../rules/permissions.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import type { CalendarFeedCommand } from './commands.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { calendarFeedFold } from './views.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';

/** All feeds ever made, by id. */
export type CalendarFeedsState = Table<CalendarFeedRow>;
type Data<T extends CalendarFeedCommand['type']> = DataOf<CalendarFeedCommand, T>;
type FeedDecision = Decision<CalendarFeedFact>;

const liveFeedsOf = (state: CalendarFeedsState, personId: string): CalendarFeedRow[] =>
  state.values().filter((row) => row.personId === personId && row.revoked === null);

const make = (
  { feedId: requestedId, ...feed }: Data<'MakeCalendarFeed'>,
  state: CalendarFeedsState,
  context: ConfigurationContext,
): FeedDecision => {
  const { actor, reads } = context;
  const personId = actor.id;
  if (actor.kind !== 'person' || !canActForPerson(context, personId)) return refusePermission('the person');
  if (reads.organisation.get(organisationKey)?.calendarFeedsOff) return refuse('calendar_feed.switched_off');
  const feedId = requestedId ?? context.newId('calendar-feed');
  if (state.get(feedId)) return refuse('conflict.revision', { name: 'The feed' });
  const { of } = feed;
  if (of.kind === 'schedule' && reads.schedules.get(of.scheduleId)?.removed !== false) return refuse('schedule.not_found', {}, 'of');
  const limit = calendarFeedLimits.calendarFeedsPerPerson;
  if (liveFeedsOf(state, personId).length >= limit) return refuse('limit.calendar_feeds', { limit });
  return [{ type: 'CalendarFeedMade', data: { feedId, personId, ...feed } }];
};

const changeReminder = (
  data: Data<'ChangeCalendarFeedReminder'>,
  state: CalendarFeedsState,
  context: ConfigurationContext,
): FeedDecision => {
  const row = state.get(data.feedId);
  if (!row || row.revoked) return refuse('calendar_feed.not_found');
  if (row.personId !== context.actor.id || !canActForPerson(context, context.actor.id)) return refusePermission('its person');
  return row.reminder === data.reminder ? new Nothing() : [{ type: 'CalendarFeedReminderChanged', data }];
};

const revoke = ({ feedId }: Data<'RevokeCalendarFeed'>, state: CalendarFeedsState, context: ConfigurationContext): FeedDecision => {
  const row = state.get(feedId);
  if (!row) return refuse('calendar_feed.not_found');
  const isOwn = row.personId === context.actor.id && canActForPerson(context, context.actor.id);
  if (!isOwn && !hasOrganisationPermission(context, 'tokens.configure')) return refusePermission('its person, an owner or an admin');
  return row.revoked ? new Nothing() : [{ type: 'CalendarFeedRevoked', data: { feedId } }];
};

const singleStream = () => '';

/** Calendar feeds of people: the stream `calendarFeeds`. */
export const calendarFeedsDecider: Decider<CalendarFeedsState, CalendarFeedCommand, CalendarFeedFact, ConfigurationReads> = {
  category: 'calendarFeeds',
  isSingle: true,
  initial: Table.empty(),
  sequenceOf: () => configurationSequence,
  streamId: { MakeCalendarFeed: singleStream, ChangeCalendarFeedReminder: singleStream, RevokeCalendarFeed: singleStream },
  decide: {
    MakeCalendarFeed: make,
    ChangeCalendarFeedReminder: changeReminder,
    RevokeCalendarFeed: revoke,
  },
  evolve: evolveOf<CalendarFeedsState, CalendarFeedRow, CalendarFeedFact>(
    calendarFeedFold,
    (state, id) => state.get(id),
    (state, id, row) => state.with(id, row),
  ),
};

const sameInput = sameFor<CalendarFeedCommand>();

/** The command that each fact was decided by. */
export const inputs: InputsOf<CalendarFeedFact, CalendarFeedCommand> = {
  CalendarFeedMade: ({ personId: _personId, ...data }) => ({ type: 'MakeCalendarFeed', data }),
  CalendarFeedReminderChanged: sameInput('ChangeCalendarFeedReminder'),
  CalendarFeedRevoked: sameInput('RevokeCalendarFeed'),
};
