import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { accessView } from './setup/access/views.js';
import { eventQueuesView } from './operation/event-subscriptions/queues.view.js';
import { calendarFeedsView } from './setup/calendar-feeds/views.js';
import { holidayCalendarsView } from './setup/holidays/views.js';
import { contactsView } from './setup/contacts/views.js';
import { heartbeatsView } from './operation/heartbeats/views.js';
import { configItemsView } from './setup/config-files/views.js';
import { integrationsView } from './setup/integrations/views.js';
import { mailBouncesView } from './setup/mail-server/bounces.view.js';
import { endingConnectionsView } from './setup/connections/ending-connections.js';
import { smsPartsView } from './setup/connections/sms-parts.view.js';
import { connectionsView } from './setup/connections/views.js';
import { backupsView } from './setup/backups/views.js';
import { mailServerView } from './setup/mail-server/views.js';
import { organisationView } from './setup/organisation/views.js';
import { peopleView } from './setup/people/views.js';
import { policiesView } from './setup/policies/views.js';
import { createConfigurationReads, type ConfigurationReads } from './reads.js';
import { coverRequestsView } from './setup/schedules/covers/covers.view.js';
import { onCallView, schedulesView } from './setup/schedules/views.js';
import { lookupStreamView, lookupTablesView } from './setup/lookups/views.js';
import { mappingsView } from './setup/mappings/views.js';
import { routeRulesView } from './setup/route-rules/views.js';
import { servicesView } from './setup/services/views.js';
import { oldSystemsView } from './operation/side-by-side/views.js';
import { activeSilencesView } from './operation/silences/views.js';
import { inhibitionRulesView } from './operation/inhibition/views.js';
import { maintenanceWindowsView } from './setup/maintenance/views.js';
import { signInView } from './setup/sign-in/views.js';
import { teamsView } from './setup/teams/views.js';
import { tokensView } from './setup/tokens/views.js';

/** `01900000-0000-7000-8000-0000000000a1` for `a1`. */
export const idOf = (suffix: string): string => `01900000-0000-7000-8000-${suffix.padStart(12, '0')}`;

export const ana = idOf('a1');
export const bo = idOf('b0');
export const cleo = idOf('c1e0');

export const byOwner: Actor = { kind: 'person', id: ana, roles: ['owner'] };
export const byAdmin: Actor = { kind: 'person', id: cleo, roles: ['admin'] };
export const byBo: Actor = { kind: 'person', id: bo, roles: ['member'] };
export const byObserver: Actor = { kind: 'person', id: idOf('0b'), roles: ['observer'] };
export const bySystem: Actor = { kind: 'system', id: 'tocsin', roles: [] };

export const fixtureTime = '2026-11-20T09:00:00.000Z';

/** Facts as recorded events, one after the other. */
export const recordedFacts = (facts: readonly Fact[], actor: Actor = byOwner): readonly RecordedFact[] =>
  facts.map((fact, index) => ({
    ...fact,
    id: idOf(`e${index}`),
    stream: 'fixture',
    revision: index,
    ordinal: index + 1,
    v: 1,
    meta: { at: fixtureTime, actor, commandId: idOf('c0'), correlationId: idOf('c0'), causationId: null, logic: '1', node: 'n' },
  }));

/** The configuration that a node knows after these facts. */
export const readsAfter = (...facts: readonly Fact[]): ConfigurationReads => readsOf(recordedFacts(facts));

/** The same for recorded events. */
export const readsOf = (events: readonly RecordedFact[]): ConfigurationReads => {
  const memory = new MemoryRows([
    organisationView,
    peopleView,
    contactsView,
    accessView,
    signInView,
    backupsView,
    mailServerView,
    mailBouncesView,
    connectionsView,
    endingConnectionsView,
    smsPartsView,
    oldSystemsView,
    calendarFeedsView,
    holidayCalendarsView,
    teamsView,
    servicesView,
    integrationsView,
    policiesView,
    routeRulesView,
    mappingsView,
    lookupTablesView,
    lookupStreamView,
    schedulesView,
    onCallView,
    coverRequestsView,
    tokensView,
    eventQueuesView,
    configItemsView,
    activeSilencesView,
    inhibitionRulesView,
    maintenanceWindowsView,
    heartbeatsView,
  ]);
  // numbered one after the other, whatever lists they come from
  for (const [n, event] of events.entries()) memory.apply({ ...event, ordinal: n + 1 });
  return createConfigurationReads(memory);
};
