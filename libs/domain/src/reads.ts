import type { CalendarFeedRow } from '@tocsin/contracts/calendar-feeds/noun.js';
import type { HolidayCalendarRow } from '@tocsin/contracts/holidays/noun.js';
import type { AccessRow } from '@tocsin/contracts/access/noun.js';
import type { OrganisationRow } from '@tocsin/contracts/organisation/noun.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import type { BackupsRow } from '@tocsin/contracts/backups/noun.js';
import type { MailServerRow } from '@tocsin/contracts/mail-server/noun.js';
import type { ConfigItemRow } from '@tocsin/contracts/config-files/noun.js';
import type { ConnectionRow, EndingConnectionRow, SmsPartsRow } from '@tocsin/contracts/connections/noun.js';
import type { CoverRequestsRow } from '@tocsin/contracts/schedules/covers.js';
import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { ReceiverKind } from '@tocsin/contracts/event-subscriptions/receivers.js';
import type { RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import type { HeartbeatRow } from '@tocsin/contracts/heartbeats/noun.js';
import type { MappingRow } from '@tocsin/contracts/mappings/noun.js';
import type { LookupTable } from '@tocsin/contracts/lookups/noun.js';
import type { InhibitionRuleRow } from '@tocsin/contracts/inhibition/noun.js';
import type { MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import type { OldSystemRow } from '@tocsin/contracts/side-by-side/noun.js';
import type { SilenceRow } from '@tocsin/contracts/silences/noun.js';
import type { SignInRow } from '@tocsin/contracts/sign-in/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import type { TokenRow } from '@tocsin/contracts/tokens/noun.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';

/** What others refer to an event subscription by. */
interface SubscriptionRow {
  readonly state: {
    readonly subscriptionId: string;
    readonly teamId: string | null;
    readonly name: string;
    readonly status: 'on' | 'off';
    readonly isLost?: boolean;
    /** Absent: a webhook. */
    readonly receiver?: ReceiverKind | undefined;
  };
  /** When steps and routes last called it, the newest last. */
  readonly called?: readonly string[];
}

/** Reads of configuration for decisions, outside their own stream: rows of memory, as of `readUpTo`. */
export interface ConfigurationReads {
  readonly organisation: Rows<OrganisationRow>;
  readonly people: Rows<PersonRow>;
  readonly contacts: Rows<ContactRow>;
  readonly access: Rows<AccessRow>;
  readonly signIn: Rows<SignInRow>;
  readonly backups: Rows<BackupsRow>;
  readonly mailServer: Rows<MailServerRow>;
  readonly mailBounces: Rows<{ readonly since: string }>;
  readonly connections: Rows<ConnectionRow>;
  readonly endingConnections: Rows<EndingConnectionRow>;
  readonly smsParts: Rows<SmsPartsRow>;
  readonly oldSystems: Rows<OldSystemRow>;
  readonly teams: Rows<TeamRow>;
  readonly tokens: Rows<TokenRow>;
  readonly holidayCalendars: Rows<HolidayCalendarRow>;
  readonly calendarFeeds: Rows<CalendarFeedRow>;
  readonly services: Rows<ServiceRow>;
  readonly integrations: Rows<IntegrationRow>;
  readonly policies: Rows<PolicyRow>;
  /** The routes of integrations that have any, by integration. */
  readonly routeRules: Rows<RouteRulesRow>;
  /** The mappings of integrations that have had any, by integration. */
  readonly mappings: Rows<MappingRow>;
  readonly lookupTables: Rows<LookupTable>;
  /** How far memory has read the stream of all tables. */
  readonly lookupStream: Rows<{ readonly revision: number }>;
  /** The rules of who is on call from now on. */
  readonly schedules: Rows<ScheduleRow>;
  /** Who is on call, as last recorded. Paging computes it instead. */
  readonly onCall: Rows<OnCallRow>;
  /** Open requests for cover, by schedule. */
  readonly coverRequests: Rows<CoverRequestsRow>;
  readonly activeSilences: Rows<SilenceRow>;
  readonly maintenanceWindows: Rows<MaintenanceRow>;
  readonly inhibitionRules: Rows<InhibitionRuleRow>;
  readonly heartbeats: Rows<HeartbeatRow>;
  readonly eventQueues: Rows<SubscriptionRow>;
  /** What has an external key, or is owned by files. */
  readonly configItems: Rows<ConfigItemRow>;
}
export type ConfigurationContext = Context<ConfigurationReads>;

/** The configuration in a node’s memory. Throws when one of the views is not kept in memory. */
export const createConfigurationReads = (memory: MemoryRows): ConfigurationReads => ({
  organisation: memory.rows('organisation'),
  people: memory.rows('people'),
  contacts: memory.rows('contacts'),
  access: memory.rows('access'),
  signIn: memory.rows('signIn'),
  backups: memory.rows('backups'),
  mailServer: memory.rows('mailServer'),
  mailBounces: memory.rows('mailBounces'),
  connections: memory.rows('connections'),
  endingConnections: memory.rows('endingConnections'),
  smsParts: memory.rows('smsParts'),
  oldSystems: memory.rows('oldSystems'),
  teams: memory.rows('teams'),
  tokens: memory.rows('tokens'),
  holidayCalendars: memory.rows('holidayCalendars'),
  calendarFeeds: memory.rows('calendarFeeds'),
  services: memory.rows('services'),
  integrations: memory.rows('integrations'),
  policies: memory.rows('policies'),
  routeRules: memory.rows('routeRules'),
  mappings: memory.rows('mappings'),
  lookupTables: memory.rows('lookupTables'),
  lookupStream: memory.rows('lookupStream'),
  schedules: memory.rows('schedules'),
  onCall: memory.rows('onCall'),
  coverRequests: memory.rows('coverRequests'),
  activeSilences: memory.rows('activeSilences'),
  maintenanceWindows: memory.rows('maintenanceWindows'),
  inhibitionRules: memory.rows('inhibitionRules'),
  heartbeats: memory.rows('heartbeats'),
  eventQueues: memory.rows('eventQueues'),
  configItems: memory.rows('configItems'),
});
