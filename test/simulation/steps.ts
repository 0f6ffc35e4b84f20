import * as fc from 'fast-check';
import { actionNeededAnswers } from '@tocsin/contracts/alert-groups/action-needed.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { severities } from '@tocsin/contracts/severities.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { bo, idOf } from '@tocsin/domain/configuration.fixture.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { ExternalAnswer } from '@tocsin/kernel/replay/pending-answers.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { Chance } from '@tocsin/kernel/chance.js';
import { createSchedule, dutyActs } from './engine/duty-acts.js';
import { actorOf, toChangedSteps, highService, lowService, people, policyId, teamId } from './installation.js';
import { sendSignal, type SignalStep } from './monitoring.js';
import { drillActs } from './drill-acts.js';
import { routedActs } from './routed-acts.js';

/** Something that happens to an installation. */
export type Step = (world: World) => void;

const nameStep = (name: string, step: Step): Step => Object.defineProperty(step, 'name', { value: name });
const groups = (world: World): readonly OpenGroup[] => [...world.memory.rows<OpenGroup>('groups').all()];
const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % Math.max(from.length, 1)];

const second = 1_000;
const minute = 60 * second;
const passes = fc
  .oneof(
    fc.integer({ min: 1, max: 20 * second }),
    fc.integer({ min: 1, max: 40 }).map((n) => n * minute),
    fc.constant(5 * minute),
  )
  .map((millis) => nameStep(`advance(${millis})`, (world) => world.advance(millis)));
/** Quiet days, after which resolved groups are forgotten. */
const quietDays = fc.constant(
  nameStep('quietDays', (world) => {
    if (groups(world).every(({ status }) => status === 'resolved')) world.advance(9 * 24 * 60 * minute);
  }),
);
const outageSteps = fc.integer({ min: 1, max: 50 }).map((n) =>
  nameStep(`away(${n} min)`, (world) => {
    world.awayUntil(new Date(Date.parse(world.now) + n * minute).toISOString());
    world.advance(0);
  }),
);

const signalSteps: fc.Arbitrary<SignalStep> = fc.record({
  key: fc.constantFrom('db', 'web'),
  serviceId: fc.constantFrom(highService, highService, lowService),
  action: fc.constantFrom('trigger', 'trigger', 'trigger', 'acknowledge', 'resolve'),
  shape: fc.constantFrom('each', 'group'),
  complete: fc.boolean(),
  splitByName: fc.boolean(),
  alerts: fc.array(
    fc.record({
      name: fc.constantFrom('DiskFull', 'Slow', 'Down'),
      state: fc.constantFrom('firing', 'firing', 'resolved'),
      severity: fc.constantFrom(...severities),
      age: fc.constantFrom(0, 10 * minute),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
const signal = signalSteps.map((one) => nameStep(`tell(${JSON.stringify(one)})`, (world) => sendSignal(world, one)));

type GroupAct = (group: OpenGroup, n: number) => Message;
const acts: Readonly<Record<string, GroupAct>> = {
  AcknowledgeAlertGroup: ({ groupId }) => ({ type: 'AcknowledgeAlertGroup', data: { groupId } }),
  UnacknowledgeAlertGroup: ({ groupId }) => ({ type: 'UnacknowledgeAlertGroup', data: { groupId } }),
  SnoozeAlertGroup: ({ groupId }, n) => ({ type: 'SnoozeAlertGroup', data: { groupId, minutes: 1 + (n % 60) } }),
  UnsnoozeAlertGroup: ({ groupId }) => ({ type: 'UnsnoozeAlertGroup', data: { groupId } }),
  EscalateAlertGroup: ({ groupId }) => ({ type: 'EscalateAlertGroup', data: { groupId } }),
  RenewAcknowledgement: ({ groupId }) => ({ type: 'RenewAcknowledgement', data: { groupId } }),
  TakeOverAlertGroup: ({ groupId }) => ({ type: 'TakeOverAlertGroup', data: { groupId } }),
  JoinAlertGroup: ({ groupId }) => ({ type: 'JoinAlertGroup', data: { groupId } }),
  ResolveAlertGroup: ({ groupId }) => ({ type: 'ResolveAlertGroup', data: { groupId } }),
  ReopenAlertGroup: ({ groupId }, n) => ({ type: 'ReopenAlertGroup', data: { groupId, iHaveIt: n % 2 === 0 } }),
  UnlinkAlertGroup: ({ groupId }) => ({ type: 'UnlinkAlertGroup', data: { groupId } }),
  AddNote: ({ groupId }) => ({ type: 'AddNote', data: { groupId, text: 'looking' } }),
  MarkAlertGroupAsNoise: ({ groupId }) => ({ type: 'MarkAlertGroupAsNoise', data: { groupId, reason: 'known' } }),
  RemoveNoiseMark: ({ groupId }) => ({ type: 'RemoveNoiseMark', data: { groupId } }),
  AnswerActionNeeded: ({ groupId }, n) => ({ type: 'AnswerActionNeeded', data: { groupId, answer: pick(actionNeededAnswers, n)! } }),
  AddResponder: ({ groupId }, n) => ({ type: 'AddResponder', data: { groupId, personId: pick(people, n)! } }),
  ResendMessage: ({ groupId, pages }, n) => {
    const page = pick(pages, n);
    return {
      type: 'ResendMessage',
      data: { groupId, pageId: page?.pageId ?? idOf('0'), messageId: pick(Object.keys(page?.attempts ?? {}), n) ?? idOf('0') },
    };
  },
  AnswerPage: ({ groupId, pages }, n) => ({
    type: 'AnswerPage',
    data: {
      groupId,
      pageId:
        pick(
          pages.map((page) => page.pageId),
          n,
        ) ?? idOf('0'),
    },
  }),
};
const act = fc
  .record({ who: fc.constantFrom(...people), what: fc.constantFrom(...Object.keys(acts)), n: fc.nat(5) })
  .map(({ who, what, n }) =>
    nameStep(`${what}(${who.slice(-4)}, ${n})`, (world) => {
      const group = pick(groups(world), n);
      if (group) world.run(acts[what]!(group, n), { actor: actorOf(who) });
    }),
  );

const gateway = { personId: bo, contactMethodId: idOf('b5') };
const commands: readonly Message[] = [
  { type: 'PageSomeone', data: { title: 'Look at this', urgency: 'high', serviceId: null, personIds: [bo] } },
  { type: 'PageSomeone', data: { title: 'And this', urgency: 'high', serviceId: highService, personIds: [...people] } },
  { type: 'SendTestAlert', data: { serviceId: highService, wholePolicy: false } },
  { type: 'SendTestAlert', data: { serviceId: highService, wholePolicy: true } },
  { type: 'DisablePerson', data: { personId: bo, leaveGaps: true } },
  { type: 'DisablePerson', data: { personId: bo, replacementId: people[0] } },
  { type: 'DisablePerson', data: { personId: people[0], replacementId: bo } },
  { type: 'EnablePerson', data: { personId: people[0] } },
  { type: 'EnablePerson', data: { personId: bo } },
  { type: 'RemoveContactMethod', data: { personId: bo, contactMethodId: idOf('b0b') } },
  { type: 'AddContactMethod', data: { kind: 'email', address: 'bo@example.org', personId: bo, contactMethodId: idOf('b0b') } },
  { type: 'VerifyContactMethod', data: { personId: bo, contactMethodId: idOf('b0b'), codeCheck: 'right' } },
  { type: 'AddContactMethod', data: { kind: 'webhook', address: 'https://sms.example', relaysAs: 'sms', ...gateway } },
  { type: 'VerifyContactMethod', data: { ...gateway, codeCheck: 'right' } },
  { type: 'ChooseWebhookRelay', data: { ...gateway, relaysAs: 'voice' } },
  { type: 'ArchiveService', data: { teamId, serviceId: highService } },
  { type: 'RestoreService', data: { teamId, serviceId: highService } },
  { type: 'RemoveTeamMember', data: { teamId, personId: people[0] } },
];
const changePolicy = fc.nat(3).map((n) =>
  nameStep(`ChangePolicy(${n})`, (world) => {
    const { version } = world.memory.rows<{ version: number }>('policies').get(policyId)!;
    const data = {
      teamId,
      policyId,
      version,
      name: 'Payments primary',
      steps: toChangedSteps(n),
      repeats: n,
      climbLow: n === 2,
      lowWaits: n === 1,
    };
    world.run({ type: 'ChangePolicy', data }, { actor: actorOf(people[0]) });
  }),
);
const commandSteps = fc
  .constantFrom(...commands)
  .map((command) => nameStep(JSON.stringify(command), (world) => void world.run(command, { actor: actorOf(people[0]) })));

/** A schedule that is created, edited, overridden and taken, and policies that page by it. */
const duty = fc.nat(10_000).map((n) =>
  nameStep(`duty(${n})`, (world) => {
    const chance = new Chance(n);
    const now = Date.parse(world.now);
    const isMade = world.memory.rows('schedules').size > 0;
    const act = isMade ? chance.pick(dutyActs)({ chance, memory: world.memory, now }) : createSchedule(chance, now);
    if (act) world.run(act.command, { actor: actorOf(act.actingPersonId) });
  }),
);

const named = (value: string) => [{ label: 'alertname', operator: '=' as const, value }];
type QuietAct = (world: World, n: number) => Message;
const quietActs: Readonly<Record<string, QuietAct>> = {
  StartSilence: (world, n) => ({
    type: 'StartSilence',
    data: {
      silenceId: idOf(`51${n}`),
      teamId,
      matchers: n % 2 === 0 ? named('DiskFull') : [{ label: 'alertname', operator: '!=', value: 'Down' }],
      until: new Date(Date.parse(world.now) + (n + 1) * 7 * minute).toISOString(),
      comment: '',
      exempt: [],
      untilResolved: n % 3 === 0,
      confirmedGroups: groups(world).length,
    },
  }),
  ChangeSilenceEnd: (world, n) => ({
    type: 'ChangeSilenceEnd',
    data: { silenceId: idOf(`51${n}`), until: new Date(Date.parse(world.now) + 20 * minute).toISOString() },
  }),
  EndSilence: (_world, n) => ({ type: 'EndSilence', data: { silenceId: idOf(`51${n}`) } }),
  PlanMaintenance: (world, n) => {
    const wall = (minutes: number): string => new Date(Date.parse(world.now) + minutes * minute).toISOString().slice(0, 16);
    return {
      type: 'PlanMaintenance',
      data: {
        windowId: idOf(`3a${n}`),
        teamId,
        name: `Window ${n}`,
        services: [highService],
        matchers: [],
        from: wall(n * 3),
        to: wall(n * 3 + 15),
        zone: 'UTC',
        rule: n === 2 ? 'FREQ=DAILY' : null,
        behaviour: n % 2 === 0 ? 'suppress' : 'low_urgency',
      },
    };
  },
  EndMaintenance: (_world, n) => ({ type: 'EndMaintenance', data: { windowId: idOf(`3a${n}`) } }),
  RemoveMaintenance: (_world, n) => ({ type: 'RemoveMaintenance', data: { windowId: idOf(`3a${n}`) } }),
  SaveInhibitionRule: (_world, n) => ({
    type: 'SaveInhibitionRule',
    data: {
      ruleId: idOf(`1b${n}`),
      teamId,
      name: `Rule ${n}`,
      source: named('Down'),
      target: named(n % 2 === 0 ? 'Slow' : 'DiskFull'),
      equal: [],
      isOn: n < 3,
    },
  }),
  DetectFlapping: (world, n) => {
    const { version, name, policyId: followed } = world.memory.rows<ServiceRow>('services').get(highService)!;
    const data = { teamId, serviceId: highService, version, name, policyId: followed, flapDetection: n < 3 };
    return { type: 'ChangeService', data };
  },
};
/** What mutes alerts begins, changes or ends. */
const quiet = fc
  .record({ what: fc.constantFrom(...Object.keys(quietActs)), n: fc.nat(3) })
  .map(({ what, n }) => nameStep(`${what}(${n})`, (world) => void world.run(quietActs[what]!(world, n), { actor: actorOf(people[0]) })));

/** What becomes of alerts is changed. */
const routed = fc
  .record({ what: fc.constantFrom(...Object.keys(routedActs)), n: fc.nat(11) })
  .map(({ what, n }) => nameStep(`${what}(${n})`, (world) => void world.run(routedActs[what]!(world, n), { actor: actorOf(people[0]) })));

/** A drill that pages people: whoever plans or starts it, each agrees for themselves. */
const drilled = fc
  .record({ what: fc.constantFrom(...Object.keys(drillActs)), who: fc.constantFrom(...people), n: fc.nat(2) })
  .map(({ what, who, n }) =>
    nameStep(`${what}(${who.slice(-4)}, ${n})`, (world) => {
      const actor = what.endsWith('Consent') ? who : people[0];
      world.run(drillActs[what]!(world, n), { actor: actorOf(actor) });
    }),
  );

export const history = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: signal },
    { weight: 5, arbitrary: act },
    { weight: 6, arbitrary: passes },
    { weight: 1, arbitrary: outageSteps },
    { weight: 1, arbitrary: quietDays },
    { weight: 2, arbitrary: commandSteps },
    { weight: 1, arbitrary: changePolicy },
    { weight: 3, arbitrary: duty },
    { weight: 2, arbitrary: quiet },
    { weight: 3, arbitrary: routed },
    { weight: 2, arbitrary: drilled },
  ),
  { minLength: 10, maxLength: 50, size: 'max' },
);

export interface EffectReply {
  readonly outcome: unknown;
  readonly after: number;
}
/** Answers of providers, in order; null: never. */
export const replies: fc.Arbitrary<readonly (EffectReply | null)[]> = fc.array(
  fc.option(
    fc.record({
      outcome: fc.constantFrom(
        { ok: true, state: 'sent', providerId: 'p1' },
        { ok: true, state: 'delivered', providerId: null },
        { ok: false, reason: 'delivery.provider_unreachable', detail: 'no', retry: true },
        { ok: false, reason: 'delivery.no_open_tab', detail: '', retry: false },
      ),
      after: fc.constantFrom(0, 300, 4_000, 30_000),
    }),
    { freq: 6 },
  ),
  { minLength: 1, maxLength: 7, size: 'max' },
);

/**
 * Answers each attempt with the next reply; after the last, starts again. The single call for a bundle answers for all its
 * attempts, once they are claimed.
 */
export const createReplier = (replyList: readonly (EffectReply | null)[]) => {
  let n = 0;
  const ofBundles = new Map<string, EffectReply | null | undefined>();
  const nextReply = (): EffectReply | null | undefined => replyList[n++ % replyList.length];
  const replyOfBundle = (ring: string): EffectReply | null | undefined => {
    if (!ofBundles.has(ring)) ofBundles.set(ring, nextReply());
    return ofBundles.get(ring);
  };
  return (event: { readonly type: string; readonly data: unknown }): ExternalAnswer | undefined => {
    if (event.type !== 'AttemptStarted') return undefined;
    const { groupId, attemptId, ring } = event.data as FactOf<'AttemptStarted'>;
    const isBundled = ring?.bundled === true;
    const reply = isBundled ? replyOfBundle(ring.id) : nextReply();
    if (!reply) return undefined;
    const command = { type: 'RecordAttempt', data: { groupId, attemptId, outcome: reply.outcome } };
    return { command, after: isBundled ? Math.max(reply.after, 1) : reply.after };
  };
};
