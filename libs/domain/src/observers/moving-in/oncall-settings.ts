import { integrationKinds, type IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import { bodiesAt, byId, fieldsOf, listOf, numberOf, textOf, textsOf, type Fields, type ForeignAnswer } from './answers.js';
import { clockTime } from './foreign-zones.js';
import { ruleWords, type PersonalStep } from './personal-rules.js';
import {
  Remarks,
  type ForeignSettings,
  type IntegrationDraft,
  type OutcomeDraft,
  type PolicyDraft,
  type RouteDraft,
  type RoutesDraft,
  type StepDraft,
  type TargetDraft,
  type WindowDraft,
  minutesOr,
  waitIn,
  windowAhead,
} from './settings.js';

interface Walk {
  readonly steps: StepDraft[];
  repeats: number;
  hours: StepDraft['hours'];
  readonly urgencies: Set<boolean>;
}

const noted: Readonly<Record<string, readonly ['changed' | 'no counterpart' | 'by hand', string]>> = {
  notify_whole_channel: ['no counterpart', 'whole channel'],
  notify_user_group: ['no counterpart', 'user group'],
  trigger_webhook: ['by hand', 'webhook in a step: make an event subscription'],
  resolve: ['no counterpart', 'resolving by a step'],
  declare_incident: ['no counterpart', 'declaring an incident'],
  notify_if_num_alerts_in_window: ['no counterpart', 'condition on the number of alerts'],
};

function targetsOf(row: Fields): readonly TargetDraft[] | undefined {
  if (row.type === 'notify_persons') return textsOf(row.persons_to_notify).map((person) => ({ person }));
  if (row.type === 'notify_person_next_each_time') return textsOf(row.persons_to_notify_next_each_time).map((person) => ({ person }));
  if (row.type === 'notify_on_call_from_schedule') return [{ schedule: textOf(row.notify_on_call_from_schedule) }];
  return row.type === 'notify_team_members' ? [{ team: textOf(row.team_to_notify) }] : undefined;
}

/** A wait is that of the step before it. */
function wait(walk: Walk, duration: unknown, name: string, remarks: Remarks): void {
  const seconds = waitIn(duration) ?? minutesOr(null, name, remarks) * 60;
  if (seconds < 60) remarks.add('changed', 'wait of less than a minute', name);
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (seconds % 60 !== 0 && seconds > 60) remarks.add('changed', 'wait in whole minutes', name);
  const last = walk.steps.at(-1);
  if (last === undefined) remarks.add('changed', 'first step at once, without its delay', name);
  else walk.steps[walk.steps.length - 1] = { ...last, waitMinutes: last.waitMinutes + minutes };
}

function takeHours(walk: Walk, row: Fields, name: string, remarks: Remarks): void {
  const [from, to] = [clockTime(textOf(row.notify_if_time_from).slice(0, 8)), clockTime(textOf(row.notify_if_time_to).slice(0, 8))];
  // what can't be read holds nobody back
  if (from === undefined || to === undefined) return remarks.add('no counterpart', 'hours that can’t be read: always', name);
  remarks.add('changed', 'hours in UTC: perhaps local ones are meant', name);
  walk.hours = { from, to };
}

function take(walk: Walk, row: Fields, name: string, remarks: Remarks): void {
  const targets = targetsOf(row);
  if (row.type === 'wait') return wait(walk, row.duration, name, remarks);
  if (row.type === 'repeat_escalation') return void (walk.repeats = 5);
  if (row.type === 'notify_if_time_from_to') return takeHours(walk, row, name, remarks);
  if (targets === undefined) {
    const [fate, rule] = noted[textOf(row.type)] ?? ['no counterpart', `step “${textOf(row.type)}”`];
    return remarks.add(fate, rule, name);
  }
  walk.urgencies.add(row.important === true);
  const isInTurn = row.type === 'notify_person_next_each_time';
  const last = walk.steps.at(-1);
  // without a wait between them two are one step
  if (last?.waitMinutes === 0 && !isInTurn && last.oneInTurn !== true && last.hours === walk.hours)
    walk.steps[walk.steps.length - 1] = { ...last, targets: [...last.targets, ...targets] };
  else walk.steps.push({ waitMinutes: 0, targets, ...(isInTurn ? { oneInTurn: true } : {}), ...(walk.hours ? { hours: walk.hours } : {}) });
}

function policyOf(chain: Fields, rows: readonly Fields[], remarks: Remarks): PolicyDraft {
  const name = textOf(chain.name);
  const walk: Walk = { steps: [], repeats: 0, hours: undefined, urgencies: new Set() };
  for (const row of rows
    .filter(({ escalation_chain_id: id }) => id === chain.id)
    .toSorted((one, other) => numberOf(one.position) - numberOf(other.position)))
    take(walk, row, name, remarks);
  const isLow = walk.urgencies.size === 1 && walk.urgencies.has(false);
  if (isLow) remarks.add('changed', 'default notifications: low urgency climbs', name);
  if (walk.urgencies.size > 1) remarks.add('changed', 'steps of both urgencies as high', name);
  return {
    id: textOf(chain.id),
    name,
    teamId: textOf(chain.team_id) || null,
    repeats: walk.repeats,
    ...(isLow ? { climbLow: true } : {}),
    steps: walk.steps,
  };
}

const kinds: Readonly<Record<string, IntegrationKind>> = {
  alertmanager: 'alertmanager',
  legacy_alertmanager: 'alertmanager',
  grafana_alerting: 'alertmanager',
  grafana: 'alertmanager',
  legacy_grafana_alerting: 'alertmanager',
  inbound_email: 'mail',
  webhook: 'generic',
  formatted_webhook: 'oncall',
};
const kindOf = ({ type }: Fields): IntegrationKind => {
  const name = textOf(type);
  return kinds[name] ?? integrationKinds.find((kind) => kind.replaceAll('-', '') === name.replaceAll('_', '')) ?? 'oncall';
};

const comparison = /^\{\{\s*payload(?:\.(?:commonLabels|groupLabels|labels))\.(\w+)\s*(==|!=)\s*(['"])([^'"]*)\3\s*\}\}$/;

/** A route that compares one label; null: its condition has no counterpart. */
function whenOf({ routing_type: type, routing_regex: text }: Fields): RouteDraft['when'] {
  const [, label, operator, , value] = type === 'jinja2' ? (comparison.exec(textOf(text).trim()) ?? []) : [];
  return label === undefined ? null : [[{ label, operator: operator === '==' ? '=' : '!=', value: value! }]];
}

const outcomeOf = (chainId: unknown, own: unknown): OutcomeDraft =>
  typeof chainId !== 'string' ? { recordOnly: true } : chainId === own ? {} : { policyId: chainId };

function routesOf(integration: Fields, rows: readonly Fields[], remarks: Remarks): RoutesDraft | null {
  const own = fieldsOf(integration.default_route).escalation_chain_id;
  const mine = rows
    .filter((row) => row.integration_id === integration.id && row.is_the_last_route !== true)
    .toSorted((one, other) => numberOf(one.position) - numberOf(other.position));
  const routes = mine.map((row, n): RouteDraft => {
    const when = whenOf(row);
    const text = textOf(row.routing_regex);
    if (when === null) remarks.add('no counterpart', 'condition of a route, left out', `${textOf(integration.name)}: ${text}`);
    return {
      name: `Route ${n + 1}`,
      when,
      then: outcomeOf(row.escalation_chain_id, own),
      isOn: true,
    };
  });
  const isSilent = typeof own !== 'string';
  if (routes.length === 0 && !isSilent) return null;
  return { integrationId: textOf(integration.id), routes, ...(isSilent ? { otherwise: { recordOnly: true } } : {}) };
}

function templateRemarks({ name, templates }: Fields, remarks: Remarks): void {
  const texts = Object.entries(fieldsOf(templates)).flatMap(([part, value]) =>
    typeof value === 'string' ? [part] : Object.values(fieldsOf(value)).some((one) => typeof one === 'string') ? [part] : [],
  );
  for (const part of texts) remarks.add('no counterpart', 'template', `${textOf(name)}: ${part}`);
}

const methods: Readonly<Record<string, string>> = {
  notify_by_sms: 'SMS',
  notify_by_phone_call: 'call',
  notify_by_email: 'e-mail',
  notify_by_slack: 'Slack',
  notify_by_telegram: 'Telegram',
  notify_by_msteams: 'Microsoft Teams',
  notify_by_mobile_app: 'app',
  notify_by_mobile_app_critical: 'app',
};

function personalRemarks(users: readonly Fields[], rules: readonly Fields[], remarks: Remarks): void {
  for (const user of users)
    for (const isImportant of [true, false]) {
      const mine = rules
        .filter((rule) => rule.user_id === user.id && (rule.important === true) === isImportant)
        .toSorted((one, other) => numberOf(one.position) - numberOf(other.position));
      const steps: PersonalStep[] = [];
      let after = 0;
      for (const rule of mine) {
        const method = methods[textOf(rule.type)];
        if (rule.type === 'wait') after += numberOf(rule.duration);
        else if (method === undefined) remarks.add('no counterpart', `notification by “${textOf(rule.type)}”`, textOf(user.username));
        else steps.push({ method, afterMinutes: Math.round(after / 60) });
      }
      if (steps.length > 0)
        remarks.add('by hand', 'notification rule', `${textOf(user.username)}: ${ruleWords(isImportant ? 'high' : 'low', steps)}`);
    }
}

export function oncallSettings(answers: readonly ForeignAnswer[], users: readonly Fields[], at: number): ForeignSettings {
  const remarks = new Remarks();
  const resultsAt = (pattern: RegExp) => byId(bodiesAt(answers, pattern).flatMap(({ body }) => listOf(body.results)));
  const rows = resultsAt(/^GET \/integrations\//);
  const steps = resultsAt(/^GET \/escalation_policies\//);
  const routes = resultsAt(/^GET \/routes\//);
  for (const row of rows) templateRemarks(row, remarks);
  for (const { name, type } of rows)
    if (type === 'inbound_email') remarks.add('by hand', 'mail integration gets a new address', textOf(name));
  personalRemarks(users, resultsAt(/^GET \/personal_notification_rules\//), remarks);
  return {
    policies: resultsAt(/^GET \/escalation_chains\//).map((chain) => policyOf(chain, steps, remarks)),
    services: rows.map((row) => ({
      id: `service:${textOf(row.id)}`,
      name: textOf(row.name),
      teamId: textOf(row.team_id) || null,
      policyId: textOf(fieldsOf(row.default_route).escalation_chain_id) || null,
      ...(textOf(row.description_short) === '' ? {} : { description: textOf(row.description_short) }),
    })),
    integrations: rows.map((row): IntegrationDraft => ({
      id: textOf(row.id),
      serviceId: `service:${textOf(row.id)}`,
      name: textOf(row.name),
      kind: kindOf(row),
    })),
    routes: rows.flatMap((row) => routesOf(row, routes, remarks) ?? []),
    heartbeats: [],
    windows: rows.flatMap((row): readonly WindowDraft[] => {
      const end = textOf(row.maintenance_end_at);
      if (row.maintenance_mode === null || row.maintenance_mode === undefined || end === '') return [];
      const name = `Maintenance of ${textOf(row.name)}`;
      const window = { id: `maintenance:${textOf(row.id)}`, name, serviceIds: [`service:${textOf(row.id)}`] };
      const ahead = windowAhead(window, [at, end], at, remarks);
      if (ahead.length > 0 && row.maintenance_mode === 'debug') remarks.add('changed', 'debug mode as maintenance', name);
      return ahead;
    }),
    remarks: remarks.all,
  };
}
