import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import type { StoredForm } from '@tocsin/kernel/replay/stored-form.js';
import { World } from '@tocsin/kernel/replay/world.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { noIntegration } from '../../../operation/routing/shared/no-integration.js';
import { createAlertEvents, type AlertPlace } from '../../imports/shared/alert-events.js';
import type { ImportedAlert } from '../../imports/shared/imported-alert.js';
import type { HistoryAlert } from './history-alerts.js';
import type { SetupToRestate } from './restated-setup.js';

const unknownService = 'Alerts of no service';
const teamId = deriveNamedId('imported-history', 'team');
const policyId = deriveNamedId('imported-history', 'policy');
/** Whoever acknowledged there and has no account here: one for all, who is paged for nothing. */
export const formerPerson = deriveNamedId('imported-history', 'former people');
const owner: Actor = { kind: 'person', id: formerPerson, roles: ['owner'] };

/** A service of the other system for which none stands here yet. */
export interface ServiceWithoutCounterpart {
  readonly serviceId: string;
  readonly name: string;
  readonly key: string;
  readonly alerts: number;
}

export interface HistoryLogOptions {
  readonly domain: Domain;
  readonly written: StoredForm;
  readonly logId: string;
  readonly format: number;
}

interface ServiceRowPart {
  readonly id: string;
  readonly teamId: string;
  readonly state: string;
}

export interface HistoryLog {
  readonly events: Iterable<Recorded>;
  /** By the key of a service there, the one that stands for it. */
  readonly serviceIds: ReadonlyMap<string, string>;
  readonly without: readonly ServiceWithoutCounterpart[];
}

/**
 * The old year as a log that reports and backtests read: today’s setup as if made before the first alert, and behind it the alerts at their times. It
 * is computed, so it can be deleted.
 */
export function historyLog(
  setup: SetupToRestate,
  alerts: readonly HistoryAlert[],
  { domain, written, logId, format }: HistoryLogOptions,
): HistoryLog {
  const start = addMillis(alerts[0]!.openedAt, -60_000);
  const { events: restated, services: keyed, integrations } = setup.restate(start, { logId, format, clock: 'system', kind: 'import' });
  const world = new World({ ...domain, timers: [] }, { start, node: 'import', written });
  for (const event of restated) world.fold(event);
  const rows = world.memory.rows<ServiceRowPart>('services');
  const services = new Map([...keyed].filter(([, id]) => rows.get(id)?.state === 'active'));
  const without = servicesWithout(alerts, services);
  addFormer(world, without);
  const firstIntegrations = new Map(
    [...world.memory.rows<{ readonly id: string; readonly serviceId: string }>('integrations').all()].map((one) => [one.serviceId, one.id]),
  );
  const people = world.memory.rows<{ readonly role: string; readonly state: string }>('people');
  const placeOf = ({ service, person, id }: ImportedAlert): AlertPlace => {
    const row = rows.get(service)!;
    const role = person === null ? undefined : people.get(person);
    const isHere = role?.state === 'active';
    return {
      integrationId: integrations.get(id) ?? firstIntegrations.get(service) ?? noIntegration,
      serviceId: service,
      teamId: row.teamId,
      actor: { kind: 'person', id: isHere ? person! : formerPerson, roles: [isHere ? role.role : 'admin'] },
    };
  };
  const serviceIds = new Map([...services, ...without.map(({ key, serviceId }) => [key, serviceId] as const)]);
  const added = world.events.filter(({ ordinal }) => ordinal > restated.length);
  const rowsOfAlerts = alerts.map((alert, row) =>
    importedOf(alert, row + 1, serviceIds.get(keyOfService(alert))!, (personId) => people.get(personId)?.state === 'active'),
  );
  const ordinal = restated.length + added.length;
  return {
    without,
    serviceIds,
    events: (function* () {
      yield* restated;
      yield* added;
      yield* createAlertEvents(rowsOfAlerts, { ordinal, written, placeOf });
    })(),
  };
}

const keyOfService = ({ serviceKey }: Pick<HistoryAlert, 'serviceKey'>): string => serviceKey ?? '';

function servicesWithout(alerts: readonly HistoryAlert[], services: ReadonlyMap<string, string>): readonly ServiceWithoutCounterpart[] {
  const found = new Map<string, ServiceWithoutCounterpart>();
  for (const alert of alerts) {
    const key = keyOfService(alert);
    if (services.has(key)) continue;
    const known = found.get(key);
    const name = known?.name ?? (alert.serviceName === '' ? (key === '' ? unknownService : key) : alert.serviceName);
    found.set(key, {
      key,
      name: name.slice(0, 60),
      serviceId: deriveNamedId('imported-history', 'service', key),
      alerts: (known?.alerts ?? 0) + 1,
    });
  }
  return [...found.values()];
}

/** A team of nobody, so that these alerts are in reports and page nobody. */
function addFormer(world: World, without: readonly ServiceWithoutCounterpart[]): void {
  const does = (command: Message, actor = owner): void => {
    const outcome = world.run(command, { actor });
    if (outcome.kind === 'refused') throw new Error(`the imported history can’t ${command.type}: ${JSON.stringify(outcome.refused)}`);
  };
  const person = {
    personId: formerPerson,
    name: 'Former people',
    email: `${formerPerson}@import.example`,
    role: 'admin',
    timeZone: 'UTC',
  } as const;
  does({
    type: 'InvitePeople',
    data: { people: [{ ...person, invitationHash: `import:${formerPerson}`, expiresAt: addMillis(world.now, 7 * 86_400_000) }] },
  });
  const actor: Actor = { kind: 'person', id: formerPerson, roles: ['admin'] };
  does({ type: 'JoinPerson', data: { personId: formerPerson, passwordRef: 'import-nobody' } }, actor);
  if (without.length === 0) return;
  does({ type: 'CreateTeam', data: { teamId, name: `Imported history ${teamId.slice(0, 4)}`, description: '' } });
  const steps = [{ targets: [{ kind: 'team', teamId }], waitMinutes: policyLimits.stepDelayMinutes.default, notifyOthersStill: false }];
  does({ type: 'CreatePolicy', data: { teamId, policyId, name: 'Imported history', steps, repeats: 0, climbLow: false } });
  const names = new Map<string, number>();
  for (const { serviceId, name } of without) {
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    const fields = {
      description: '',
      runbook: null,
      policyId,
      urgencyRule: 'by_severity',
      ackTimeoutMinutes: null,
      reopenWindowMinutes: null,
    };
    does({ type: 'CreateService', data: { teamId, serviceId, name: `${name} (imported${count === 1 ? '' : ` ${count}`})`, ...fields } });
  }
}

const importedOf = (
  { title, openedAt, acknowledgedAt, resolvedAt, acknowledgedBy, urgency, priority, integrationKey, said, pages }: HistoryAlert,
  row: number,
  service: string,
  isHere: (personId: string) => boolean,
): ImportedAlert => ({
  row,
  id: integrationKey ?? '',
  title: title === '' ? 'Alert' : title,
  openedAt,
  acknowledgedAt,
  resolvedAt,
  service,
  person: acknowledgedBy?.kind === 'person' ? acknowledgedBy.id : null,
  severity: urgency === 'high' ? 'critical' : 'warning',
  severityWord: priority,
  ...(said === null ? {} : { said: said.alerts, kind: said.kind }),
  pages: pages.filter(({ personId }) => isHere(personId)),
});
