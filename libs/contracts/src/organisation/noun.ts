import { z } from 'zod';
import { emailAddress, typedEmail } from '../email-address.js';
import { event, command, type Messages } from '../message.js';
import { id, instant, name, password, personal, typedName } from '../ids.js';
import * as organisationLimits from './limits.js';
import type { Examples } from '../examples.js';

export { refusals } from './refusals.js';

const hasNoPath = (text: string): boolean => /^https?:\/\/[^/?#@]+\/*$/i.test(text);

/**
 * The public address, such as `https://tocsin.example.org`: it may have a port and a final slash, but no path, because the
 * application has its own paths.
 */
export const publicUrl = z
  .url({ protocol: /^https?$/ })
  .refine(hasNoPath, 'Without a path, such as https://tocsin.example.org: Tocsin can’t run under one. Give it its own host name or port.');

export const logOpened = z.object({
  logId: id,
  /** Format of the release that created it; later additions to the log do not change it. 0.2.0 wrote 1 here, too. */
  format: z.number().int().positive(),
  clock: z.enum(['system', 'manual']),
  kind: z.enum(['live', 'demo', 'import']),
});

/** The first event of every log. */
export const logEvents = {
  LogOpened: event(1, ['system', 'Log opened'], 'The event log was created: its identity, format and clock.', logOpened),
};

export const setUpFacts = z.object({
  organisationId: id,
  name,
  timeZone: z.string(),
  url: z.string(),
  owner: z.object({ personId: id, name: personal(name), email: personal(emailAddress), passwordRef: z.string() }),
  team: z.object({ teamId: id, name }),
  service: z.object({ serviceId: id, name }),
  policy: z.object({ policyId: id, name }),
  integration: z.object({ integrationId: id, name, kind: z.string(), keyHash: z.string(), keyRef: z.string() }),
  contactMethodId: id,
  ruleIds: z.object({ high: id, low: id }),
});

export const organisationEvents = {
  OrganisationSetUp: event(
    1,
    ['settings', 'Organisation set up'],
    'The first owner set the installation up; the rest of the set-up follows from this event.',
    setUpFacts,
    [
      { path: 'owner.name', subject: (d) => `person:${d.owner.personId}` },
      { path: 'owner.email', subject: (d) => `person:${d.owner.personId}` },
    ],
  ),
  OrganisationRenamed: event(1, ['settings', 'Organisation renamed'], 'The organisation was renamed.', z.object({ name })),
  OrganisationTimeZoneChanged: event(
    1,
    ['settings', 'Organisation’s time zone changed'],
    'The time zone of the organisation was changed.',
    z.object({ timeZone: z.string() }),
  ),
  PublicAddressChanged: event(
    1,
    ['settings', 'Public address changed'],
    'The public address in every link, snippet and feed was changed.',
    z.object({ url: z.string() }),
  ),
  ClosingByAgeChanged: event(
    1,
    ['settings', 'Closing of inactive alert groups changed'],
    'The number of days after which inactive alert groups are closed was changed.',
    z.object({ /** 0: never. */ days: z.number().int() }),
  ),
  RawBodyRetentionChanged: event(
    1,
    ['settings', 'Retention of raw bodies changed'],
    'The number of days for which the raw bodies of signals can be read was changed.',
    z.object({ /** 0: for ever. */ days: z.number().int() }),
  ),
  RawBodiesDestroyed: event(
    1,
    ['system', 'Raw bodies destroyed'],
    'The raw bodies of signals that were received before this month can’t be read any more: the keys of those months were destroyed.',
    z.object({ /** In UTC: the first month that is kept, such as 2026-11. */ before: z.string().regex(/^\d{4}-\d\d$/) }),
  ),
  ListedDaysChanged: event(
    1,
    ['settings', 'Days of lists changed'],
    'The number of days after which resolved alert groups leave the lists was changed.',
    z.object({ /** 0: never. */ days: z.number().int() }),
  ),
  OldAlertGroupsUnlisted: event(
    1,
    ['system', 'Old alert groups left the lists'],
    'Alert groups that are resolved, and to which nothing has happened since this month began, are no longer listed. They are still in the history.',
    z.object({ /** In UTC: the first month that is listed, such as 2026-11. */ before: z.string().regex(/^\d{4}-\d\d$/) }),
  ),
  CalendarFeedsSwitched: event(
    1,
    ['settings', 'Calendar feeds switched on or off'],
    'Calendar feeds were switched on or off for everyone. While off, their addresses don’t answer.',
    z.object({ on: z.boolean() }),
  ),
  DefaultHolidayCalendarChosen: event(
    1,
    ['settings', 'Default holidays chosen'],
    'The default holiday calendar was set.',
    z.object({ calendarId: id.nullable() }),
  ),
  StoreRestored: event(
    1,
    ['system', 'Restored from a backup'],
    'The store was restored from a backup, or runs on a copied data folder: sending is paused until an owner resumes it.',
    z.object({
      /** When the backup was made, or when the copied store was last running. */
      backupAt: instant,
      program: z.string(),
      /** Present for a data folder that was copied, or moved to other files. */
      isCopiedFolder: z.literal(true).optional(),
      /** The events that it had, and the root over them: what the original recorded after them differs from what follows here. */
      had: z.object({ size: z.number().int(), root: z.string() }).optional(),
    }),
  ),
  StoreWentLive: event(
    1,
    ['system', 'Sending resumed after a restore'],
    'An owner resumed sending after a restore.',
    z.object({ /** When it was restored. */ heldSince: instant }),
  ),
};
export type OrganisationFact = Messages<typeof organisationEvents>;

/** Whether times can be formatted in it. */
const isTimeZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
};

const { min, max } = organisationLimits.closeAfterDays;
const { max: mostRawDays } = organisationLimits.rawDays;

export const commands = {
  ChangeClosingByAge: command(
    'Set the number of days after which inactive alert groups are closed',
    'organisation.configure',
    z.strictObject({ days: z.number().int().min(min).max(max) }),
  ),
  ChangeRawBodyRetention: command(
    'Set the number of days for which raw bodies of signals can be read',
    'organisation.configure',
    z.strictObject({ days: z.number().int().min(0).max(mostRawDays) }),
  ),
  ChangeListedDays: command(
    'Set the number of days after which resolved alert groups leave the lists',
    'organisation.configure',
    z.strictObject({ days: z.number().int().min(0).max(organisationLimits.listedDays.max) }),
  ),
  SwitchCalendarFeeds: command('Switch all calendar feeds on or off', 'organisation.configure', z.strictObject({ on: z.boolean() })),
  ChooseDefaultHolidayCalendar: command(
    'Set the default holiday calendar',
    'organisation.configure',
    z.strictObject({ calendarId: id.nullable() }),
  ),
  RenameOrganisation: command('Rename the organisation', 'organisation.configure', z.strictObject({ name: typedName })),
  ChangeOrganisationTimeZone: command(
    'Change the time zone of the organisation, the default for invited people',
    'organisation.configure',
    z.strictObject({ timeZone: z.string().min(1).max(64).refine(isTimeZone, 'Unknown time zone.') }),
  ),
  GoLiveHere: command('Go live here', 'store.go_live', z.strictObject({})),
  ChangePublicAddress: command('Change the public address', 'owner.configure', z.strictObject({ url: publicUrl })),
};

export const examples: Examples<typeof commands> = {
  ChangeClosingByAge: { body: { days: 14 } },
  ChangeRawBodyRetention: { body: { days: 90 } },
  ChangeListedDays: { body: { days: 400 } },
  SwitchCalendarFeeds: { body: { on: true } },
  ChooseDefaultHolidayCalendar: { body: { calendarId: null } },
  RenameOrganisation: { body: { name: 'Harbour' } },
  ChangeOrganisationTimeZone: { body: { timeZone: 'Europe/Berlin' } },
  GoLiveHere: { body: {}, refusedAs: 'store.not_held' },
  ChangePublicAddress: { body: { url: 'https://tocsin.example.org' } },
};

/** `POST /api/setup`: at most six fields. */
export const setUpRequest = z.strictObject({
  organisation: typedName,
  name: typedName,
  email: typedEmail,
  password,
  timeZone: z.string().min(1).max(64).optional(),
  url: publicUrl.optional(),
  /** Required from other machines: the code printed in the terminal. */
  code: z.string().max(40).optional(),
  serviceName: typedName.optional(),
  teamName: typedName.optional(),
});

/** One installation is one organisation: one stream of this name, and one row under it. */
export const organisationKey = 'organisation';

export const organisationRow = z.object({
  id: z.literal(organisationKey),
  organisationId: id,
  name,
  timeZone: z.string(),
  url: z.string(),
  since: instant,
  /** Days after which inactive alert groups are closed; 0: never. Absent: `organisationLimits.closeAfterDays.default`. */
  closeAfterDays: z.number().int().optional(),
  /** Days for which raw bodies of signals can be read; 0, or absent: for ever. */
  rawDays: z.number().int().optional(),
  /** The first month, in UTC, whose raw bodies can be read; absent: all. */
  rawSince: z.string().optional(),
  /** Days after which resolved alert groups leave the lists; 0, or absent: never. */
  listedDays: z.number().int().optional(),
  /** The first month, in UTC, that is listed whole; absent: all. */
  listedSince: z.string().optional(),
  /** The default holidays of people who have chosen none. */
  holidayCalendarId: id.nullable().optional(),
  /** No calendar feed answers. */
  calendarFeedsOff: z.boolean().optional(),
  /** Set while a restored or copied store is paused: it sends nothing until an owner resumes sending. Absent or null: it sends. */
  held: z
    .object({ since: instant, backupAt: instant, isCopiedFolder: z.literal(true).optional() })
    .nullable()
    .optional(),
});
export type OrganisationRow = z.infer<typeof organisationRow>;

/** Response rows by view name. */
export const views = { organisation: organisationRow };

export const events = { ...logEvents, ...organisationEvents };
