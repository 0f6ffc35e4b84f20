import { nameInReference } from '@tocsin/contracts/config-files/documents/shared.js';
import { toInstant } from '@tocsin/kernel/time.js';
import type { FittedOrganisation } from './fit.js';
import type { FittedRoutes } from './fit-routes.js';
import { fittingName } from './fitting-names.js';
import { matcherText, type OutcomeDraft, type StepDraft, type TargetDraft, type WindowDraft } from './settings.js';

type Document = Readonly<Record<string, unknown>> & { readonly kind: string };
type Key = (id: string) => string;

export interface SettingOptions {
  /** New services page nobody until they go live. */
  readonly rehearses?: boolean;
  /** `pagerduty@2026-11-26T12:00:00.000Z`, where the rescue has keys that may come along. */
  readonly rescue?: string | undefined;
}

/** `Team/Name` of things by their ids. */
class References {
  private readonly teamIds: ReadonlyMap<string, string>;
  private readonly homes: ReadonlyMap<string, string>;

  constructor(private readonly organisation: FittedOrganisation) {
    const { schedules, policies, services, integrations } = organisation;
    this.teamIds = new Map([...schedules, ...policies, ...services].map(({ id, teamId }) => [id, teamId!]));
    this.homes = new Map(integrations.map(({ id, serviceId }) => [id, serviceId]));
  }

  team(id: string): string {
    return this.organisation.names.teams.get(id)!;
  }

  of(kind: 'schedules' | 'policies' | 'services', id: string): string {
    return `${nameInReference(this.team(this.teamIds.get(id)!))}/${nameInReference(this.organisation.names[kind].get(id)!)}`;
  }

  integration(id: string): string {
    return `${this.of('services', this.homes.get(id)!)}/${nameInReference(this.organisation.names.integrations.get(id)!)}`;
  }
}

const targetDocument = (target: TargetDraft, references: References, emails: FittedOrganisation['emails']): object => {
  if ('person' in target) return { person: emails.get(target.person) };
  if ('team' in target) return { team: references.team(target.team) };
  return 'schedule' in target
    ? { schedule: references.of('schedules', target.schedule) }
    : { nextOnCall: references.of('schedules', target.nextOnCall) };
};

const stepDocument = (
  { waitMinutes, targets, ...step }: StepDraft,
  references: References,
  emails: FittedOrganisation['emails'],
): object => ({
  waitMinutes,
  ...(step.oneInTurn ? { oneInTurn: true } : {}),
  ...(step.notifyOthersStill ? { notifyOthersStill: true } : {}),
  targets: [...new Map(targets.map((one) => targetDocument(one, references, emails)).map((one) => [JSON.stringify(one), one])).values()],
  ...(step.hours ? { conditions: { hours: { when: 'inside', timeZone: 'UTC', times: [{ weekdays: [], times: step.hours }] } } } : {}),
});

function outcomeDocument(outcome: OutcomeDraft, references: References): object {
  if ('recordOnly' in outcome) return { recordOnly: true };
  const { serviceId, policyId, holdMinutes } = outcome;
  return {
    ...(serviceId === undefined ? {} : { service: references.of('services', serviceId) }),
    ...(policyId === undefined ? {} : { policy: references.of('policies', policyId) }),
    ...(holdMinutes === undefined ? {} : { holdMinutes }),
  };
}

function routesDocument({ integrationId, routes, otherwise }: FittedRoutes, references: References): readonly Document[] {
  const written = routes.map(({ name, when, then, isOn }, n) => ({
    name: fittingName(name, `Route ${n + 1}`),
    ...(when.length > 0 ? { when: when.map((row) => row.map(matcherText)) } : {}),
    then: outcomeDocument(then, references),
    ...(isOn ? {} : { enabled: false }),
  }));
  const last = otherwise && outcomeDocument(otherwise, references);
  if (written.length === 0 && last === undefined) return [];
  const integration = references.integration(integrationId);
  return [{ kind: 'Routes', integration, routes: written, ...(last ? { default: last } : {}) }];
}

const minute = 60_000;

/** A document of a team has services of that team alone: one for each of them. */
function windowDocuments(window: WindowDraft, organisation: FittedOrganisation, references: References, key: Key): readonly Document[] {
  const teamIds = new Map(organisation.services.map(({ id, teamId }) => [id, teamId]));
  const ofTeams = [...new Set(window.serviceIds.map((id) => teamIds.get(id)!))];
  const from = Math.floor(window.from / minute) * minute;
  return ofTeams.map((teamId, n) => ({
    kind: 'MaintenanceWindow',
    team: references.team(teamId),
    name: organisation.names.windows.get(window.id)!,
    externalKey: key(n === 0 ? window.id : `${window.id}:${teamId}`),
    services: window.serviceIds.filter((id) => teamIds.get(id) === teamId).map((id) => references.of('services', id)),
    timeZone: 'UTC',
    start: toInstant(from).slice(0, 16),
    durationMinutes: Math.max(1, Math.ceil((window.to - from) / minute)),
  }));
}

/** Policies, services, and what stands on them. */
export function settingDocuments(
  organisation: FittedOrganisation,
  key: Key,
  { rehearses = false, rescue }: SettingOptions,
): Readonly<Record<string, readonly Document[]>> {
  const { policies, services, integrations, routes, heartbeats, windows, names, emails } = organisation;
  const references = new References(organisation);
  return {
    'policies.json': policies.map(({ id, teamId, repeats, climbLow, steps }) => ({
      kind: 'Policy',
      team: references.team(teamId),
      name: names.policies.get(id)!,
      externalKey: key(id),
      repeats,
      ...(climbLow ? { climbLow } : {}),
      steps: steps.map((step) => stepDocument(step, references, emails)),
    })),
    'services.json': services.map(({ id, teamId, policyId, description, urgencyRule, supportHours, ackTimeoutMinutes }) => ({
      kind: 'Service',
      team: references.team(teamId),
      name: names.services.get(id)!,
      externalKey: key(`service:${id}`),
      policy: nameInReference(names.policies.get(policyId)!),
      ...(rehearses ? { rehearses: true } : {}),
      ...(description === undefined ? {} : { description: description.slice(0, 1_000) }),
      ...(urgencyRule === undefined ? {} : { urgencyRule }),
      ...(supportHours === undefined ? {} : { supportHours }),
      ...(ackTimeoutMinutes === undefined ? {} : { ackTimeoutMinutes: Math.min(9_000, ackTimeoutMinutes) }),
    })),
    'integrations.json': integrations.map(({ id, serviceId, kind, key: number }) => ({
      kind: 'Integration',
      service: references.of('services', serviceId),
      name: names.integrations.get(id)!,
      externalKey: key(id),
      integrationKind: kind,
      ...(rescue !== undefined && number !== undefined ? { keys: [{ from: 'server' }, { fromRescue: `${rescue}#${number}` }] } : {}),
    })),
    'routes.json': routes.flatMap((one) => routesDocument(one, references)),
    'heartbeats.json': heartbeats.map(({ id, integrationId, everyMinutes, urgency }) => ({
      kind: 'Heartbeat',
      integration: references.integration(integrationId),
      name: names.heartbeats.get(id)!,
      externalKey: key(id),
      everyMinutes,
      urgency,
    })),
    'maintenance.json': windows.flatMap((one) => windowDocuments(one, organisation, references, key)),
  };
}
