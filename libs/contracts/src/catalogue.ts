import type { z } from 'zod';
import { logEvents, organisationCommands, organisationEvents, organisationViews } from './organisation.js';
import { contactCommands } from './contact-commands.js';
import { contactEvents } from './contacts.js';
import { contactViews } from './contact-rows.js';
import { peopleCommands, peopleEvents, peopleViews } from './people.js';
import { tokenCommands, tokenEvents, tokenViews } from './tokens.js';
import { calendarFeedCommands, calendarFeedEvents, calendarFeedViews } from './calendar-feeds.js';
import { holidayCommands, holidayEvents, holidayViews } from './holidays.js';
import { teamCommands, teamEvents, teamViews } from './teams.js';
import { integrationCommands, integrationEvents, serviceCommands, serviceEvents, serviceViews, integrationViews } from './services.js';
import { policyCommands, policyEvents, policyViews } from './policies.js';
import { coverCommands, coverViews } from './covers.js';
import { onCallPeriodViews } from './schedule-answers.js';
import { overrideCommands } from './overrides.js';
import { scheduleCommands, scheduleEvents, scheduleOwnerCommands, scheduleOwnerEvents, scheduleViews } from './schedules.js';
import { signalEvents } from './signals.js';
import { receiptViews } from './receipts.js';
import { routingEvents } from './routing.js';
import { alertGroupCommands, pageRequestCommands } from './alert-group-commands.js';
import { alertGroupEvents, pageRequestEvents } from './alert-groups.js';
import { alertGroupViews } from './alert-group-rows.js';
import { bundleEvents } from './bundles.js';
import { bulkActCommands, bulkActEvents, bulkActViews } from './bulk-acts.js';
import { ladderViews } from './escalation.js';
import { webhookCallViews } from './webhook-calls.js';
import { messageViews } from './messages.js';
import { eventSubscriptionCommands, eventSubscriptionEvents, eventSubscriptionViews } from './event-subscriptions.js';
import { redactionCommands, redactionEvents } from './redactions.js';
import { effectEvents, reactorCommands, reactorEvents } from './reactor.js';
import { accessCommands, accessEvents } from './access.js';
import { signInCommands, signInEvents } from './sign-in.js';
import { mailServerCommands, mailServerEvents } from './mail-server.js';
import type { EventContract, Messages } from './message.js';
import type { Recorded } from './envelope.js';

/** Every kind of fact there is. */
export const events = {
  ...logEvents,
  ...organisationEvents,
  ...peopleEvents,
  ...contactEvents,
  ...tokenEvents,
  ...calendarFeedEvents,
  ...holidayEvents,
  ...accessEvents,
  ...signInEvents,
  ...mailServerEvents,
  ...teamEvents,
  ...serviceEvents,
  ...integrationEvents,
  ...policyEvents,
  ...scheduleOwnerEvents,
  ...scheduleEvents,
  ...signalEvents,
  ...routingEvents,
  ...pageRequestEvents,
  ...alertGroupEvents,
  ...bulkActEvents,
  ...bundleEvents,
  ...reactorEvents,
  ...effectEvents,
  ...redactionEvents,
  ...eventSubscriptionEvents,
};
export type EventType = keyof typeof events;
export type Fact = Messages<typeof events>;
export type FactOf<T extends EventType> = z.infer<(typeof events)[T]['data']>;
export type RecordedFact = { [T in EventType]: Recorded<T, FactOf<T>> }[EventType];
/** An event of a known type, with its data. */
export type RecordedOf<T extends EventType> = Recorded<T, FactOf<T>>;
/** Any of several kinds of event: each has its own data, which its type tells. */
export type RecordedAs<T extends EventType> = Extract<RecordedFact, { readonly type: T }>;
/** Whether a recorded event is of this kind. */
export const isEvent =
  <T extends EventType>(type: T) =>
  (event: Recorded): event is RecordedOf<T> =>
    event.type === type;

export const eventContract = (type: string): EventContract | undefined =>
  Object.hasOwn(events, type) ? (events as Record<string, EventContract>)[type] : undefined;

/** Every act that the API takes at `POST /api/commands/:Type`. */
export const commands = {
  ...organisationCommands,
  ...peopleCommands,
  ...contactCommands,
  ...tokenCommands,
  ...calendarFeedCommands,
  ...holidayCommands,
  ...accessCommands,
  ...signInCommands,
  ...mailServerCommands,
  ...teamCommands,
  ...serviceCommands,
  ...integrationCommands,
  ...policyCommands,
  ...scheduleOwnerCommands,
  ...scheduleCommands,
  ...overrideCommands,
  ...coverCommands,
  ...pageRequestCommands,
  ...alertGroupCommands,
  ...bulkActCommands,
  ...redactionCommands,
  ...eventSubscriptionCommands,
  ...reactorCommands,
};
export type CommandType = keyof typeof commands;
export type CommandData<T extends CommandType> = z.infer<(typeof commands)[T]['data']>;
/** Input of a command: fields with defaults are optional. */
export type CommandInput<T extends CommandType> = z.input<(typeof commands)[T]['data']>;

/** Every view that the API answers at `GET /api/views/:view`, with the shape of its rows as shown. */
export const views = {
  ...organisationViews,
  ...peopleViews,
  ...contactViews,
  ...receiptViews,
  ...teamViews,
  ...tokenViews,
  ...calendarFeedViews,
  ...holidayViews,
  ...serviceViews,
  ...integrationViews,
  ...policyViews,
  ...scheduleViews,
  ...onCallPeriodViews,
  ...coverViews,
  ...alertGroupViews,
  ...ladderViews,
  ...messageViews,
  ...webhookCallViews,
  ...bulkActViews,
  ...eventSubscriptionViews,
};
export type ViewName = keyof typeof views;
export type ViewRow<V extends ViewName> = z.infer<(typeof views)[V]>;
