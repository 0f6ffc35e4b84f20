import { integrationKinds, type IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import { bodiesAt, byId, fieldsOf, keyIn, listOf, numberOf, textOf, type Fields, type ForeignAnswer } from './answers.js';
import { clockTime, zoneNameOf } from './foreign-zones.js';
import { ruleWords } from './personal-rules.js';
import { readExpression } from './pcl.js';
import {
  Remarks,
  type ForeignSettings,
  type IntegrationDraft,
  type OutcomeDraft,
  type PolicyDraft,
  type RouteDraft,
  type RoutesDraft,
  type ServiceDraft,
  type TargetDraft,
  minutesOr,
  waitIn,
  windowAhead,
} from './settings.js';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const targetOf = ({ id, type }: Fields): readonly TargetDraft[] => {
  const kind = textOf(type).replace(/_reference$/, '');
  if (kind === 'user') return [{ person: textOf(id) }];
  return kind.startsWith('schedule') ? [{ schedule: textOf(id) }] : [];
};

const isDeleted = ({ id, type }: Fields, people: ReadonlySet<string>): boolean =>
  textOf(type).startsWith('user') && !people.has(textOf(id));

function policyOf(row: Fields, people: ReadonlySet<string>, remarks: Remarks): PolicyDraft {
  const name = textOf(row.name);
  const rules = listOf(row.escalation_rules);
  for (const target of rules.flatMap(({ targets }) => listOf(targets)))
    if (isDeleted(target, people))
      remarks.add('missing', 'deleted person in a step', `${name}: ${textOf(target.summary) || textOf(target.id)}`);
  return {
    id: textOf(row.id),
    name,
    teamId: textOf(listOf(row.teams)[0]?.id) || null,
    repeats: numberOf(row.num_loops),
    steps: rules.map((rule) => ({
      waitMinutes: minutesOr(waitIn(rule.escalation_delay_in_minutes), name, remarks),
      targets: listOf(rule.targets)
        .filter((target) => !isDeleted(target, people))
        .flatMap(targetOf),
      ...(strategyOf(rule) === 'round_robin' ? { oneInTurn: true } : {}),
    })),
  };
}

/** A word, or an object with that word as its type. */
const strategyOf = ({ escalation_rule_assignment_strategy: strategy }: Fields): string =>
  typeof strategy === 'string' ? strategy : textOf(fieldsOf(strategy).type);

const minutesOf = (seconds: unknown): number => (numberOf(seconds) === 0 ? 0 : Math.max(1, Math.round(numberOf(seconds) / 60)));

type Urgency = Pick<ServiceDraft, 'urgencyRule' | 'supportHours'>;
const constant: Readonly<Record<string, ServiceDraft['urgencyRule']>> = {
  high: 'always_high',
  low: 'always_low',
  severity_based: 'by_severity',
};

/** Outside of support hours low: the rule that there is. Others by severity. */
function urgencyOf(row: Fields, name: string, remarks: Remarks): Urgency {
  const rule = fieldsOf(row.incident_urgency_rule);
  if (rule.type !== 'use_support_hours') {
    const known = constant[textOf(rule.urgency)];
    if (known === undefined) remarks.add('changed', 'urgency by severity', name);
    return { urgencyRule: known ?? 'by_severity' };
  }
  const [during, outside] = [fieldsOf(rule.during_support_hours).urgency, fieldsOf(rule.outside_support_hours).urgency];
  const hours = fieldsOf(row.support_hours);
  const timeZone = zoneNameOf(textOf(hours.time_zone));
  const days = Array.isArray(hours.days_of_week) ? hours.days_of_week.flatMap((day) => weekdays[numberOf(day) - 1] ?? []) : [];
  const [from, to] = [clockTime(textOf(hours.start_time)), clockTime(textOf(hours.end_time))];
  if (outside !== 'low' || timeZone === undefined || from === undefined || to === undefined || days.length === 0) {
    remarks.add('changed', 'urgency by severity, without support hours', name);
    return { urgencyRule: 'by_severity' };
  }
  if (during !== 'severity_based') remarks.add('changed', 'urgency by severity within support hours', name);
  return { urgencyRule: 'support_hours', supportHours: { timeZone, times: [{ weekdays: days, times: { from, to } }] } };
}

function serviceOf(row: Fields, remarks: Remarks): ServiceDraft {
  const name = textOf(row.name);
  if (numberOf(row.auto_resolve_timeout) > 0) remarks.add('no counterpart', 'resolving by time', name);
  if (row.status === 'disabled') remarks.add('changed', 'disabled there: here its alerts page', name);
  const grouping = textOf(fieldsOf(row.alert_grouping_parameters).type) || textOf(row.alert_grouping);
  if (grouping !== '') remarks.add('no counterpart', `grouping “${grouping}”`, name);
  return {
    id: textOf(row.id),
    name,
    // its policy decides
    teamId: null,
    policyId: textOf(fieldsOf(row.escalation_policy).id) || null,
    ...(textOf(row.description) === '' ? {} : { description: textOf(row.description) }),
    ...urgencyOf(row, name, remarks),
    ackTimeoutMinutes: minutesOf(row.acknowledgement_timeout),
  };
}

const isMail = ({ type }: Fields): boolean => textOf(type).startsWith('generic_email');

/** What has a key of the Events API keeps its client; a vendor’s own webhook has its own door here. */
function kindOf(row: Fields): IntegrationKind {
  if (isMail(row)) return 'mail';
  if (!textOf(row.type).startsWith('event_transformer')) return 'pagerduty-events';
  const vendor = textOf(fieldsOf(row.vendor).summary).toLowerCase().replaceAll(/\s+/g, '');
  return integrationKinds.find((kind) => kind.replaceAll('-', '') === vendor) ?? 'generic';
}

const integrationsOf = (service: Fields, remarks: Remarks): readonly IntegrationDraft[] =>
  listOf(service.integrations).map((row) => {
    const about = `${textOf(service.name)}: ${textOf(row.name) || textOf(row.summary)}`;
    if (isMail(row)) remarks.add('by hand', 'mail integration gets a new address', about);
    if (kindOf(row) === 'generic') remarks.add('by hand', 'webhook of a vendor: map its fields', about);
    const kind = kindOf(row);
    const key = kind === 'pagerduty-events' ? keyIn(row.integration_key) : {};
    return { id: textOf(row.id), serviceId: textOf(service.id), name: textOf(row.name) || textOf(row.summary), kind, ...key };
  });

const longestHold = 15;

/** A pause before the first page is a hold of everything that comes. */
function holdOf(row: Fields, remarks: Remarks): OutcomeDraft | undefined {
  const { enabled, timeout } = fieldsOf(row.auto_pause_notifications_parameters);
  if (enabled !== true) return undefined;
  remarks.add('changed', 'pause of notifications as a hold of all its alerts', textOf(row.name));
  return { holdMinutes: Math.min(longestHold, Math.max(1, minutesOf(timeout))) };
}

interface Orchestrated {
  readonly integrations: readonly IntegrationDraft[];
  readonly routes: readonly RoutesDraft[];
}

/** Its first; the others get a new one. */
const keyOfOrchestration = ({ integrations }: Fields) => keyIn(fieldsOf(listOf(integrations)[0]?.parameters).routing_key);

/** An orchestration is an integration with routes, at the first service that it leads to. */
function orchestrated(answers: readonly ForeignAnswer[], services: ReadonlySet<string>, remarks: Remarks): Orchestrated {
  const routers = bodiesAt(answers, /^GET \/event_orchestrations\/([\w-]+)\/router/);
  const rows = byId(bodiesAt(answers, /^GET \/event_orchestrations\?/).flatMap(({ body }) => listOf(body.orchestrations)));
  const all = rows.flatMap((row) => {
    const name = textOf(row.name);
    const path = fieldsOf(routers.find(({ id }) => id === row.id)?.body.orchestration_path);
    const rules = listOf(path.sets).flatMap((set) => listOf(set.rules));
    const routeTo = ({ actions }: Fields): string => textOf(fieldsOf(actions).route_to);
    const rest = routeTo(fieldsOf(path.catch_all));
    const home = [rest, ...rules.map(routeTo)].find((id) => services.has(id));
    if (home === undefined) {
      remarks.add('no counterpart', 'orchestration that leads to no service', name);
      return [];
    }
    const routes = rules.map((rule): RouteDraft => {
      const label = textOf(rule.label) || textOf(rule.id);
      const expressions = listOf(rule.conditions).map(({ expression }) => textOf(expression));
      const when = expressions.map(readExpression);
      const serviceId = routeTo(rule);
      const known = when.filter((one) => one !== null);
      if (known.length < when.length)
        remarks.add(
          'no counterpart',
          'condition of a router rule, its route is left out',
          `${name}: ${label}: ${expressions.join(' or ')}`,
        );
      const isKnown = services.has(serviceId) || serviceId === 'unrouted';
      if (!isKnown) remarks.add('no counterpart', 'router rule to no service that is known, left out', `${name}: ${label}`);
      const then = serviceId === 'unrouted' ? { recordOnly: true as const } : { serviceId };
      return { name: label, when: isKnown && known.length === when.length ? known : null, then, isOn: rule.disabled !== true };
    });
    const id = textOf(row.id);
    const isUnrouted = rest === 'unrouted';
    if (!isUnrouted && !services.has(rest)) remarks.add('changed', 'default to no service that is known: the first one pages', name);
    const otherwise = isUnrouted ? { recordOnly: true as const } : services.has(rest) ? { serviceId: rest } : undefined;
    return [
      {
        integration: { id, serviceId: home, name, kind: 'pagerduty-events' as const, ...keyOfOrchestration(row) },
        routes: { integrationId: id, routes, ...(otherwise ? { otherwise } : {}) },
      },
    ];
  });
  for (const { name } of byId(bodiesAt(answers, /^GET \/rulesets\?/).flatMap(({ body }) => listOf(body.rulesets))))
    remarks.add('no counterpart', 'ruleset', textOf(name));
  return { integrations: all.map(({ integration }) => integration), routes: all.map(({ routes }) => routes) };
}

const methods: Readonly<Record<string, string>> = { email: 'e-mail', phone: 'call', sms: 'SMS', push_notification: 'app' };

function personalRemarks(users: readonly Fields[], remarks: Remarks): void {
  for (const user of users) {
    const name = textOf(user.name);
    const rules = listOf(user.notification_rules);
    for (const method of listOf(user.contact_methods)) {
      if (textOf(method.type).startsWith('whatsapp')) remarks.add('no counterpart', 'WhatsApp', name);
      if (method.blacklisted === true) remarks.add('missing', 'contact method that is blocked there', name);
    }
    for (const urgency of ['high', 'low'] as const) {
      const steps = rules
        .filter((rule) => rule.urgency === urgency)
        .flatMap((rule) => {
          const method = methods[textOf(fieldsOf(rule.contact_method).type).replace(/_contact_method(_reference)?$/, '')];
          return method === undefined ? [] : [{ method, afterMinutes: numberOf(rule.start_delay_in_minutes) }];
        });
      if (steps.length > 0) remarks.add('by hand', 'notification rule', `${name}: ${ruleWords(urgency, steps)}`);
    }
  }
}

export function pagerdutySettings(answers: readonly ForeignAnswer[], users: readonly Fields[], at: number): ForeignSettings {
  const remarks = new Remarks();
  const people = new Set(users.map(({ id }) => textOf(id)));
  const rows = byId(bodiesAt(answers, /^GET \/services\?/).flatMap(({ body }) => listOf(body.services)));
  const policies = byId(bodiesAt(answers, /^GET \/escalation_policies\?/).flatMap(({ body }) => listOf(body.escalation_policies)));
  const own = rows.flatMap((row) => integrationsOf(row, remarks));
  const front = orchestrated(answers, new Set(rows.map(({ id }) => textOf(id))), remarks);
  const held = rows.flatMap((row): readonly RoutesDraft[] => {
    const hold = holdOf(row, remarks);
    const ids = own.filter(({ serviceId }) => serviceId === row.id).map(({ id }) => id);
    return hold === undefined ? [] : ids.map((integrationId) => ({ integrationId, routes: [], otherwise: hold }));
  });
  personalRemarks(users, remarks);
  const windows = byId(bodiesAt(answers, /^GET \/maintenance_windows\?/).flatMap(({ body }) => listOf(body.maintenance_windows)));
  return {
    policies: policies.map((row) => policyOf(row, people, remarks)),
    services: rows.map((row) => serviceOf(row, remarks)),
    integrations: [...own, ...front.integrations],
    routes: [...held, ...front.routes],
    heartbeats: [],
    windows: windows.flatMap((row) =>
      windowAhead(
        {
          id: textOf(row.id),
          name: textOf(row.description) || textOf(row.summary) || 'Maintenance',
          serviceIds: listOf(row.services).map(({ id }) => textOf(id)),
        },
        [textOf(row.start_time), textOf(row.end_time)],
        at,
        remarks,
      ),
    ),
    remarks: remarks.all,
  };
}
