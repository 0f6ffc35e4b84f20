import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import { bodiesAt, byId, fieldsOf, keyIn, listOf, numberOf, textOf, type Fields, type ForeignAnswer } from './answers.js';
import { opsgenieRules } from './opsgenie-people.js';
import {
  containing,
  Remarks,
  type ForeignSettings,
  type HeartbeatDraft,
  type IntegrationDraft,
  type OutcomeDraft,
  type PolicyDraft,
  type RouteDraft,
  type RoutesDraft,
  type ServiceDraft,
  type StepDraft,
  type TargetDraft,
  type WindowDraft,
  minutesOr,
  usualWait,
  waitIn,
  windowAhead,
} from './settings.js';
import type { ForeignTeam } from './organisation.js';

const minutesIn: Readonly<Record<string, number>> = { seconds: 1 / 60, minutes: 1, hours: 60, days: 1_440, weeks: 10_080 };

/** A bare number is of minutes, as Jira Service Management has it. */
const delayIn = (value: unknown): number | null => {
  if (typeof value !== 'object') return waitIn(value);
  const { timeAmount, timeUnit = 'minutes' } = fieldsOf(value);
  const [amount, unit] = [waitIn(timeAmount), minutesIn[textOf(timeUnit).toLowerCase()]];
  return amount === null || unit === undefined ? null : Math.round(amount * unit);
};
const minutesOf = (value: unknown): number => delayIn(value) ?? 0;

interface World {
  readonly teams: readonly ForeignTeam[];
  readonly remarks: Remarks;
  /** The first recipient of an escalation, beside each schedule whose rotation names that escalation. */
  readonly beside: ReadonlyMap<string, readonly TargetDraft[]>;
}

interface Place {
  readonly about: string;
  /** No other rule is due at the same time: only then one in turn is one of its people. */
  readonly isAlone: boolean;
}

function targetsOf(rule: Fields, { about, isAlone }: Place, { teams, remarks, beside }: World): readonly TargetDraft[] {
  const { type, id: rawId } = fieldsOf(rule.recipient);
  const id = textOf(rawId);
  const notify = textOf(rule.notifyType) || 'default';
  if (type === 'user') return [{ person: id }];
  if (type === 'schedule') {
    if (notify === 'next') return [{ nextOnCall: id }];
    if (notify === 'previous') {
      remarks.add('no counterpart', 'previous on call', about);
      return [];
    }
    return [{ schedule: id }, ...(beside.get(id) ?? [])];
  }
  if (type === 'team') return targetsInTeam(id, notify, { about, isAlone }, { teams, remarks });
  remarks.add('no counterpart', `recipient “${textOf(type)}”`, about);
  return [];
}

function targetsInTeam(
  id: string,
  notify: string,
  { about, isAlone }: Place,
  { teams, remarks }: Pick<World, 'teams' | 'remarks'>,
): readonly TargetDraft[] {
  const members = teams.find((team) => team.id === id)?.members ?? [];
  if (notify === 'admins') {
    remarks.add('changed', 'managers of today by name', about);
    return members.filter(({ isManager }) => isManager).map(({ personId }) => ({ person: personId }));
  }
  if (notify === 'random' && !isAlone) remarks.add('changed', 'random member as all members', about);
  if (notify === 'random' && isAlone) {
    remarks.add('changed', 'random member as one in turn', about);
    return members.map(({ personId }) => ({ person: personId }));
  }
  if (notify === 'default') remarks.add('changed', 'all members, not by the team’s rules', about);
  return [{ team: id }];
}

type TimedRule = Fields & { readonly after: number };

/** One without a delay that can be read comes after the one before it. */
function timedRules({ rules }: Fields, about: string, remarks: Remarks): readonly TimedRule[] {
  const timed: TimedRule[] = [];
  for (const rule of listOf(rules)) {
    const before = timed.at(-1);
    const after = delayIn(rule.delay) ?? (before === undefined ? 0 : before.after + minutesOr(null, about, remarks));
    timed.push({ ...rule, after });
  }
  return timed;
}

/** Delays count from the start of the escalation: equal ones are one step, and a step waits until the next. */
function stepsOf(escalation: Fields, world: World): readonly StepDraft[] {
  const name = textOf(escalation.name);
  const rules = timedRules(escalation, name, world.remarks);
  const delays = [...new Set(rules.map(({ after }) => after))].toSorted((one, other) => one - other);
  const repeat = fieldsOf(escalation.repeat);
  const last = waitIn(repeat.waitInterval) || usualWait;
  if ((delays[0] ?? 0) > 0) world.remarks.add('changed', 'first step at once, without its delay', name);
  return delays.map((delay, n): StepDraft => {
    const now = rules.filter(({ after }) => after === delay);
    const isRandom = now.length === 1 && now[0]!.notifyType === 'random';
    const isUntilClosed = now.some(({ condition }) => condition === 'if-not-closed');
    if (isUntilClosed) world.remarks.add('changed', 'notify others still', `${name}, after ${delay} min`);
    return {
      waitMinutes: n + 1 < delays.length ? delays[n + 1]! - delay : last,
      targets: now.flatMap((rule) => targetsOf(rule, { about: `${name}, after ${delay} min`, isAlone: now.length === 1 }, world)),
      ...(isRandom ? { oneInTurn: true } : {}),
      ...(isUntilClosed ? { notifyOthersStill: true } : {}),
    };
  });
}

function policyOf(escalation: Fields, world: World): PolicyDraft {
  const name = textOf(escalation.name);
  const { count, closeAlertAfterAll } = fieldsOf(escalation.repeat);
  if (closeAlertAfterAll === true) world.remarks.add('no counterpart', 'closing what nobody has', name);
  return {
    id: textOf(escalation.id),
    name,
    teamId: textOf(fieldsOf(escalation.ownerTeam).id) || null,
    repeats: numberOf(count),
    steps: stepsOf(escalation, world),
  };
}

/** A round’s length in minutes, where states are reset after it. */
const ackTimeoutOf = (escalation: Fields | undefined): number | undefined => {
  const repeat = fieldsOf(escalation?.repeat);
  if (repeat.resetRecipientStates !== true) return undefined;
  const last = Math.max(0, ...listOf(escalation!.rules).map(({ delay }) => minutesOf(delay)));
  return Math.min(9_000, Math.max(1, last + (numberOf(repeat.waitInterval) || 5)));
};

const labels: Readonly<Record<string, string>> = {
  priority: 'severity',
  message: 'summary',
  tags: 'tags',
  entity: 'entity',
  source: 'source',
  responders: 'responders',
};
const priorities = ['P1', 'P2', 'P3', 'P4', 'P5'];

/** P1 is the greatest. */
const comparedPriorities = (operation: string, value: string): readonly string[] => {
  const at = priorities.indexOf(value);
  if (at < 0) return [];
  if (operation === 'greater-than') return priorities.slice(0, at);
  return operation === 'less-than' ? priorities.slice(at + 1) : [];
};

type Pattern = (value: string, field: string) => string | undefined;

/** What the whole value has to match. */
const patterns: Readonly<Record<string, Pattern>> = {
  contains: containing,
  equals: containing,
  'starts-with': (value) => containing(value).replace('(?s).*', '(?s)'),
  'ends-with': (value) => containing(value).replace(/\.\*$/, ''),
  matches: (value) => value,
  'greater-than': (value, field) => (field === 'priority' ? comparedPriorities('greater-than', value).join('|') || undefined : undefined),
  'less-than': (value, field) => (field === 'priority' ? comparedPriorities('less-than', value).join('|') || undefined : undefined),
};

const labelOf = ({ field, key }: Fields): string =>
  field === 'extra-properties' || field === 'details' ? textOf(key) : (labels[textOf(field)] ?? '');

/** Undefined: there is none. */
function matcherOf(condition: Fields): LabelMatcher | undefined {
  const label = labelOf(condition);
  const [field, operation, value] = [condition.field, condition.operation, condition.expectedValue].map(textOf) as [string, string, string];
  if (label === '') return undefined;
  const [same, like] = condition.not === true ? (['!=', '!~'] as const) : (['=', '=~'] as const);
  // tags are one label, with commas
  if (operation === 'equals' && field !== 'tags') return { label, operator: same, value };
  const pattern = patterns[operation]?.(value, field);
  return pattern === undefined ? undefined : { label, operator: like, value: pattern };
}

/** Null: a condition has no counterpart. */
function whenOf(criteria: Fields): RouteDraft['when'] {
  if (criteria.type === 'match-all' || criteria.type === undefined) return [];
  const matchers = listOf(criteria.conditions).map(matcherOf);
  if (matchers.length === 0 || matchers.includes(undefined)) return null;
  const known = matchers.filter((one) => one !== undefined);
  return criteria.type === 'match-any-condition' ? known.map((one) => [one]) : [known];
}

interface Routed {
  readonly policyId: string | null;
  readonly policies: readonly PolicyDraft[];
  readonly routes: readonly RouteDraft[];
  readonly otherwise: OutcomeDraft | undefined;
}

/** The policy of a routing rule: its escalation, or one made for its schedule. */
function policyOfRule(notify: Fields, team: ForeignTeam): { readonly id: string | null; readonly made: readonly PolicyDraft[] } {
  const id = textOf(notify.id);
  if (notify.type === 'escalation') return { id, made: [] };
  if (notify.type !== 'schedule') return { id: null, made: [] };
  const policyId = `${team.id}:${id}`;
  const name = textOf(notify.name) || team.name;
  return {
    id: policyId,
    made: [{ id: policyId, name, teamId: team.id, repeats: 3, steps: [{ waitMinutes: 5, targets: [{ schedule: id }] }] }],
  };
}

function routedOf(team: ForeignTeam, rules: readonly Fields[], remarks: Remarks): Routed {
  const sorted = rules.toSorted((one, other) => numberOf(one.order) - numberOf(other.order));
  const byDefault = sorted.find(({ isDefault }) => isDefault === true) ?? sorted.at(-1);
  const own = policyOfRule(fieldsOf(byDefault?.notify), team);
  const policies = [...own.made];
  const routes = sorted.flatMap((rule): readonly RouteDraft[] => {
    if (rule === byDefault) return [];
    const about = `${team.name}: ${textOf(rule.name)}`;
    const { type } = fieldsOf(rule.notify);
    const { id, made } = policyOfRule(fieldsOf(rule.notify), team);
    const when = whenOf(fieldsOf(rule.criteria));
    const isOfHours = Object.keys(fieldsOf(rule.timeRestriction)).length > 0;
    const isKnown = id !== null || type === 'none';
    if (isOfHours) remarks.add('no counterpart', 'routing rule of some hours', about);
    else if (when === null) remarks.add('no counterpart', 'condition of a routing rule', about);
    else if (!isKnown) remarks.add('no counterpart', `routing rule to “${textOf(type)}”`, about);
    const isRead = !isOfHours && when !== null && isKnown;
    if (isRead) policies.push(...made);
    return [
      { name: textOf(rule.name), when: isRead ? when : null, then: id === null ? { recordOnly: true } : { policyId: id }, isOn: true },
    ];
  });
  const isSilent = fieldsOf(byDefault?.notify).type === 'none';
  return { policyId: own.id, policies, routes, otherwise: isSilent ? { recordOnly: true } : undefined };
}

const kinds: Readonly<Record<string, IntegrationKind>> = { Prometheus: 'alertmanager', Grafana: 'alertmanager', Email: 'mail' };
const company = 'company';

/** Opsgenie’s rules, and those of Jira Service Management in the same form. */
export function opsgenieSettings(answers: readonly ForeignAnswer[], teams: readonly ForeignTeam[], at: number): ForeignSettings {
  const remarks = new Remarks();
  const dataAt = (pattern: RegExp) => byId(bodiesAt(answers, pattern).flatMap(({ body }) => listOf(body.data)));
  const escalations = dataAt(/^GET \/v2\/escalations/);
  const world: World = { teams, remarks, beside: besideSchedules(dataAt(/^GET \/v2\/schedules\?/), escalations, remarks) };
  const routed = new Map(
    teams.map((team) => {
      const rules = bodiesAt(answers, /^GET \/v2\/teams\/([\w-]+)\/routing-rules/).filter(({ id }) => id === team.id);
      return [team.id, routedOf(team, byId(rules.flatMap(({ body }) => listOf(body.data))), remarks)] as const;
    }),
  );
  const all = dataAt(/^GET \/v2\/integrations(?:\?|$)/);
  for (const { enabled, name } of all) if (enabled === false) remarks.add('changed', 'disabled there: left out', textOf(name));
  const whole = new Map(bodiesAt(answers, /^GET \/v2\/integrations\/([\w-]+)$/).map(({ id, body }) => [id, fieldsOf(body.data)]));
  const rows = all
    .filter(({ enabled }) => enabled !== false)
    .map((row) => ({ ...row, apiKey: whole.get(textOf(row.id))?.apiKey ?? row.apiKey }));
  const serviceId = (teamId: unknown): string => (routed.has(textOf(teamId)) ? textOf(teamId) : company);
  const heartbeatRows = bodiesAt(answers, /^GET \/v2\/heartbeats/).flatMap(({ body }) => listOf(fieldsOf(body.data).heartbeats));
  const { heartbeats, homes } = heartbeatsOf(heartbeatRows, rows, serviceId, remarks);
  const integrations = [...rows.map((row) => integrationOf(row, serviceId)), ...homes];
  for (const { name, enabled } of dataAt(/^GET \/v2\/schedules\?/))
    if (enabled === false) remarks.add('changed', 'disabled there: here it is on call', textOf(name));
  for (const { name, enabled } of dataAt(/^GET \/v2\/policies\/(?:alert|notification)/))
    if (enabled !== false) remarks.add('no counterpart', 'alert or notification policy', textOf(name));
  for (const { name } of dataAt(/^GET \/v1\/services/)) remarks.add('no counterpart', 'service of the catalogue', textOf(name));
  for (const remark of opsgenieRules(answers)) remarks.add(remark.fate, remark.rule, remark.about);
  return {
    policies: [...escalations.map((row) => policyOf(row, world)), ...[...routed.values()].flatMap(({ policies }) => policies)],
    services: servicesOf(teams, routed, escalations, integrations, remarks),
    integrations,
    routes: integrations.flatMap(({ id, serviceId: of }): readonly RoutesDraft[] => {
      const { routes = [], otherwise } = routed.get(of) ?? {};
      return routes.length === 0 && otherwise === undefined ? [] : [{ integrationId: id, routes, ...(otherwise ? { otherwise } : {}) }];
    }),
    heartbeats,
    windows: windowsOf(answers, integrations, at, remarks),
    remarks: remarks.all,
  };
}

const integrationOf = (row: Fields, serviceId: (teamId: unknown) => string): IntegrationDraft => ({
  id: textOf(row.id),
  name: textOf(row.name),
  serviceId: serviceId(row.teamId),
  kind: kinds[textOf(row.type)] ?? 'opsgenie',
  ...(kinds[textOf(row.type)] === undefined ? keyIn(row.apiKey) : {}),
});

function servicesOf(
  teams: readonly ForeignTeam[],
  routed: ReadonlyMap<string, Routed>,
  escalations: readonly Fields[],
  integrations: readonly IntegrationDraft[],
  remarks: Remarks,
): readonly ServiceDraft[] {
  const ofTeams = teams.map(({ id, name }): ServiceDraft => {
    const { policyId } = routed.get(id)!;
    const timeout = ackTimeoutOf(escalations.find((row) => row.id === policyId));
    if (timeout !== undefined) remarks.add('changed', 'states that are reset as an acknowledgement timeout', name);
    return { id, name, teamId: id, policyId, ...(timeout === undefined ? {} : { ackTimeoutMinutes: timeout }) };
  });
  if (!integrations.some(({ serviceId }) => serviceId === company)) return ofTeams;
  remarks.add('by hand', 'integration of no team', 'service Company needs an owner');
  return [...ofTeams, { id: company, name: 'Company', teamId: null, policyId: null }];
}

function besideSchedules(schedules: readonly Fields[], escalations: readonly Fields[], remarks: Remarks): World['beside'] {
  return new Map(
    schedules.map(({ id, name, rotations }) => {
      const named = listOf(rotations)
        .flatMap(({ participants }) => listOf(participants))
        .filter(({ type }) => type === 'escalation');
      const targets = named.flatMap((participant): readonly TargetDraft[] => {
        const { type, id: first } = fieldsOf(fieldsOf(listOf(escalations.find((row) => row.id === participant.id)?.rules)[0]).recipient);
        remarks.add('no counterpart', 'escalation in a rotation', textOf(name));
        if (type === 'schedule') return first === id ? [] : [{ schedule: textOf(first) }];
        return type === 'user' ? [{ person: textOf(first) }] : type === 'team' ? [{ team: textOf(first) }] : [];
      });
      return [textOf(id), targets] as const;
    }),
  );
}

const isHigh = (priority: unknown): boolean => priority === 'P1' || priority === 'P2';

function heartbeatsOf(
  rows: readonly Fields[],
  integrations: readonly Fields[],
  serviceId: (teamId: unknown) => string,
  remarks: Remarks,
): { readonly heartbeats: readonly HeartbeatDraft[]; readonly homes: readonly IntegrationDraft[] } {
  const homes = new Map<string, IntegrationDraft>();
  const heartbeats = rows.flatMap((row): readonly HeartbeatDraft[] => {
    const name = textOf(row.name);
    if (row.enabled === false) {
      remarks.add('changed', 'disabled there: left out', `heartbeat ${name}`);
      return [];
    }
    const everyMinutes = delayIn({ timeAmount: row.interval, timeUnit: row.intervalUnit });
    if (everyMinutes === null) {
      remarks.add('missing', 'heartbeat without an interval, left out', name);
      return [];
    }
    const of = serviceId(fieldsOf(row.ownerTeam).id);
    const existing = integrations
      .map((one) => integrationOf(one, serviceId))
      .find((one) => one.serviceId === of && one.kind === 'opsgenie');
    const home = existing ?? homes.get(of) ?? { id: `heartbeats:${of}`, name: 'Heartbeats', serviceId: of, kind: 'opsgenie' as const };
    if (!existing) homes.set(of, home);
    return [
      {
        id: `heartbeat:${name}`,
        integrationId: home.id,
        name,
        everyMinutes: Math.max(1, everyMinutes),
        urgency: isHigh(row.alertPriority) ? 'high' : 'low',
      },
    ];
  });
  return { heartbeats, homes: [...homes.values()] };
}

function windowsOf(
  answers: readonly ForeignAnswer[],
  integrations: readonly IntegrationDraft[],
  at: number,
  remarks: Remarks,
): readonly WindowDraft[] {
  const rows = byId(bodiesAt(answers, /^GET \/v1\/maintenance\/[\w-]+/).map(({ body }) => fieldsOf(body.data)));
  return rows.flatMap((row): readonly WindowDraft[] => {
    const { startDate, endDate } = fieldsOf(row.time);
    const name = textOf(row.description) || 'Maintenance';
    const rules = listOf(row.rules);
    if (rules.some(({ entity }) => fieldsOf(entity).type === 'policy')) remarks.add('no counterpart', 'maintenance of a policy', name);
    const ids = new Set(
      rules
        .filter(({ entity, state }) => fieldsOf(entity).type === 'integration' && state === 'disabled')
        .map(({ entity }) => textOf(fieldsOf(entity).id)),
    );
    const serviceIds = [...new Set(integrations.filter(({ id }) => ids.has(id)).map(({ serviceId }) => serviceId))];
    if (serviceIds.length === 0) return [];
    const ahead = windowAhead({ id: textOf(row.id), name, serviceIds }, [textOf(startDate), textOf(endDate)], at, remarks);
    if (ahead.length > 0) remarks.add('changed', 'maintenance of integrations as of their services', name);
    return ahead;
  });
}
