import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import { fieldsOf, listOf, numberOf, textOf, type Fields } from './answers.js';
import { ruleWords } from './personal-rules.js';
import {
  Remarks,
  type ForeignSettings,
  type HeartbeatDraft,
  type IntegrationDraft,
  type PolicyDraft,
  type StepDraft,
  type TargetDraft,
  type WindowDraft,
  minutesOr,
  waitIn,
  windowAhead,
} from './settings.js';

/** The schedule that is made of a rotation which a step names. */
export const scheduleOfRotation = (rotationId: string): string => `rotation:${rotationId}`;

/** Rotations that steps name. */
export const rotationsInSteps = (policies: readonly Fields[]): ReadonlySet<string> =>
  new Set(
    policies
      .flatMap(({ steps }) => listOf(steps))
      .flatMap(({ actions }) => listOf(actions))
      .flatMap(({ args }) => textOf(fieldsOf(args).rotation_id) || []),
  );

function targetOf({ type, args }: Fields, about: string, remarks: Remarks): readonly TargetDraft[] {
  const { user_id: person, schedule_id: schedule, rotation_id: rotation } = fieldsOf(args);
  if (type === 'builtin-user') return [{ person: textOf(person) }];
  if (type === 'builtin-schedule') return [{ schedule: textOf(schedule) }];
  if (type === 'builtin-rotation') {
    remarks.add('changed', 'rotation in a step as a schedule of its own', about);
    return [{ schedule: scheduleOfRotation(textOf(rotation)) }];
  }
  const isWebhook = type === 'builtin-webhook';
  remarks.add(
    isWebhook ? 'by hand' : 'no counterpart',
    isWebhook ? 'webhook in a step: make an event subscription' : `target “${textOf(type)}”`,
    about,
  );
  return [];
}

/** An empty step waits there; here its wait is that of the step before. */
function policyOf(row: Fields, remarks: Remarks): PolicyDraft {
  const name = textOf(row.name);
  const steps: StepDraft[] = [];
  for (const step of listOf(row.steps).toSorted((one, other) => numberOf(one.stepNumber) - numberOf(other.stepNumber))) {
    const waitMinutes = Math.max(1, minutesOr(waitIn(step.delayMinutes), name, remarks));
    const targets = listOf(step.actions).flatMap((action) => targetOf(action, name, remarks));
    const last = steps.at(-1);
    if (targets.length > 0) {
      if (step.multiAck === true) remarks.add('changed', 'notify others still', name);
      steps.push({ waitMinutes, targets, ...(step.multiAck === true ? { notifyOthersStill: true } : {}) });
    } else if (last === undefined) remarks.add('changed', 'first step at once, without its delay', name);
    else {
      remarks.add('changed', 'empty step as a longer wait', name);
      steps[steps.length - 1] = { ...last, waitMinutes: last.waitMinutes + waitMinutes };
    }
  }
  return { id: textOf(row.id), name, teamId: null, repeats: numberOf(row.repeat), steps };
}

const kinds: Readonly<Record<string, IntegrationKind>> = {
  prometheusAlertmanager: 'alertmanager',
  grafana: 'alertmanager',
  generic: 'goalert',
  email: 'mail',
};

const integrationsOf = (service: Fields, remarks: Remarks): readonly IntegrationDraft[] =>
  listOf(service.integrationKeys).flatMap((row) => {
    const [name, type] = [textOf(row.name), textOf(row.type)];
    if (type === 'universal') {
      remarks.add('no counterpart', 'universal key', `${textOf(service.name)}: ${name}`);
      return [];
    }
    if (type === 'email') remarks.add('by hand', 'mail integration gets a new address', `${textOf(service.name)}: ${name}`);
    return [{ id: textOf(row.id), serviceId: textOf(service.id), name, kind: kinds[type] ?? 'goalert' }];
  });

const methods: Readonly<Record<string, string>> = {
  'builtin-smtp-email': 'e-mail',
  'builtin-twilio-sms': 'SMS',
  'builtin-twilio-voice': 'call',
  'builtin-slack-dm': 'Slack',
};

function personalRemarks(users: readonly Fields[], remarks: Remarks): void {
  for (const user of users) {
    const types = new Map(listOf(user.contactMethods).map(({ id, dest }) => [textOf(id), textOf(fieldsOf(dest).type)]));
    const steps = listOf(user.notificationRules).flatMap((rule) => {
      const type = types.get(textOf(rule.contactMethodID)) ?? '';
      if (methods[type] === undefined) remarks.add('no counterpart', `notification by “${type}”`, textOf(user.name));
      return methods[type] === undefined ? [] : [{ method: methods[type], afterMinutes: numberOf(rule.delayMinutes) }];
    });
    if (steps.length > 0) remarks.add('by hand', 'notification rule', `${textOf(user.name)}: ${ruleWords('both', steps)}`);
  }
}

const heartbeatsHome = (service: Fields): IntegrationDraft => ({
  id: `heartbeats:${textOf(service.id)}`,
  serviceId: textOf(service.id),
  name: `${textOf(service.name)} heartbeats`,
  kind: 'healthchecks',
});

export interface GoalertRows {
  readonly users: readonly Fields[];
  readonly policies: readonly Fields[];
  readonly services: readonly Fields[];
}

export function goalertSettings({ users, policies, services }: GoalertRows, at: number): ForeignSettings {
  const remarks = new Remarks();
  personalRemarks(users, remarks);
  const withHeartbeats = services.filter(({ heartbeatMonitors }) => listOf(heartbeatMonitors).length > 0);
  return {
    policies: policies.map((row) => policyOf(row, remarks)),
    services: services.map((row) => ({
      id: textOf(row.id),
      name: textOf(row.name),
      teamId: null,
      policyId: textOf(row.escalationPolicyID) || null,
      ...(textOf(row.description) === '' ? {} : { description: textOf(row.description) }),
    })),
    integrations: [...services.flatMap((row) => integrationsOf(row, remarks)), ...withHeartbeats.map(heartbeatsHome)],
    routes: [],
    heartbeats: withHeartbeats.flatMap((service) =>
      listOf(service.heartbeatMonitors).flatMap((row): readonly HeartbeatDraft[] => {
        const [name, minutes] = [textOf(row.name), waitIn(row.timeoutMinutes)];
        if (minutes === null) remarks.add('missing', 'heartbeat without an interval, left out', name);
        if (minutes === null) return [];
        const integrationId = heartbeatsHome(service).id;
        return [{ id: textOf(row.id), integrationId, name, everyMinutes: Math.max(1, minutes), urgency: 'high' }];
      }),
    ),
    windows: services.flatMap((row): readonly WindowDraft[] => {
      const end = textOf(row.maintenanceExpiresAt);
      if (end === '') return [];
      const window = { id: `maintenance:${textOf(row.id)}`, name: `Maintenance of ${textOf(row.name)}`, serviceIds: [textOf(row.id)] };
      return windowAhead(window, [at, end], at, remarks);
    }),
    remarks: remarks.all,
  };
}
