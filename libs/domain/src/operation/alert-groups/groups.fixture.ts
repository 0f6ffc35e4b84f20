import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import { eventContract, isEvent, type Fact, type FactOf, type RecordedFact, type RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { OrganisationRole } from '@tocsin/contracts/permissions.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import type { Step } from '@tocsin/contracts/policies/noun.js';
import { stormLimits } from '@tocsin/contracts/routing/limits.js';
import { makeContext } from '@tocsin/kernel/decide/context.js';
import { decide, isFacts } from '@tocsin/kernel/decide/decider.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { canonicalJson, type StoredForm } from '@tocsin/kernel/replay/stored-form.js';
import { World } from '@tocsin/kernel/replay/world.js';
import type { WorldOutcome } from '@tocsin/kernel/replay/world/outcome.js';
import { ana, bo, bySystem, idOf } from '../../configuration.fixture.js';
import type { EventDeliveryOutcome } from '../event-subscriptions/commands.js';
import { domain } from '../../registry.js';
import { alertmanagerId, serviceId } from '../routing/signals.fixture.js';
import type { AttemptOutcome } from './paging/attempts.js';
import { alertGroupDecider } from './decider.js';
import { groupReads } from './shared/reads.js';
import { pageOf, type ExistingGroup } from './state.js';
import type { WebhookCallOutcome } from './paging/webhook-calls.js';
import type { EscalationStep } from './paging/rules.js';
import { timersOfGroup } from './timers.js';
import type { StoredAlertGroupRow } from './views/list-row.js';

export { ana, bo };
/** Mia manages Payments, Ola is an owner, Sam is in no team, Rio responds in another team, Zoe is an observer. */
export const [mia, ola, sam, rio, zoe] = ['313a', '01a', '5a3', '810', '20e'].map(idOf) as [string, string, string, string, string];
export const teamId = idOf('7ea');
export const policyId = idOf('90');

const roles: Record<string, OrganisationRole> = { [ola]: 'owner', [zoe]: 'observer' };
export const as = (personId: string): Actor => ({ kind: 'person', id: personId, roles: [roles[personId] ?? 'member'] });

export const pages = (personIds: readonly string[], more: Partial<EscalationStep> = {}): EscalationStep => ({
  targets: personIds.map((personId) => ({ kind: 'person', personId })),
  waitMinutes: 5,
  notifyOthersStill: false,
  ...more,
});

/** The id of a step by its position in the policy, from 1. */
export const stepIdOf = (place: number): string => idOf(`5e${place}`);
export const toPolicySteps = (steps: readonly EscalationStep[]): Step[] => steps.map((step, n) => ({ stepId: stepIdOf(n + 1), ...step }));

/** `email`: verified; `?email`: not. */
export type Method = ContactKind | `?${ContactKind}`;
type Rule = readonly [urgency: Urgency, method: number, delayMinutes: number];

/** The id of a person’s n-th contact method, from 0. */
export const methodOf = (personId: string, n: number): string => idOf(`${personId.slice(-6)}c${n}`);

export const personJoined = (personId: string): Fact => ({
  type: 'PersonJoined',
  data: {
    personId,
    name: 'Somebody',
    email: `${personId.slice(-6)}@example.org`,
    role: roles[personId] ?? 'member',
    timeZone: 'UTC',
    passwordRef: 'p',
  },
});
export const contactsOfPerson = (personId: string, methods: readonly Method[], rules: readonly Rule[] = []): readonly Fact[] => [
  ...methods.map((method, n): Fact => {
    const kind = method.replace('?', '') as ContactKind;
    return {
      type: 'ContactMethodAdded',
      data: { personId, contactMethodId: methodOf(personId, n), kind, address: '', verified: !method.startsWith('?'), secretRef: null },
    };
  }),
  ...rules.map(([urgency, n, delayMinutes], at): Fact => {
    const ruleId = idOf(`${personId.slice(-6)}e${at}`);
    return { type: 'NotificationRuleAdded', data: { personId, ruleId, urgency, contactMethodId: methodOf(personId, n), delayMinutes } };
  }),
];
const member = (personId: string, role: 'manager' | 'responder', team = teamId): Fact => ({
  type: 'TeamMemberAdded',
  data: { teamId: team, personId, role },
});

/** The n-th service, from 0. */
export const serviceOf = (n: number): string => (n === 0 ? serviceId : idOf(`5ef${n}`));
/** The service of the n-th of many groups that open at once: too few per service for a storm. */
export const calmService = (n: number): { readonly serviceId: string } => ({ serviceId: serviceOf(Math.floor(n / stormLimits.opened)) });

export interface Setting {
  readonly steps?: readonly EscalationStep[];
  readonly repeats?: number;
  readonly climbLow?: boolean;
  readonly lowWaits?: true;
  /** Number of services: groups spread over many of them are no storm. */
  readonly services?: number;
  readonly service?: Partial<FactOf<'ServiceCreated'>>;
  /** Contact methods by person; everyone by e-mail when absent. */
  readonly contacts?: Readonly<Record<string, readonly Fact[]>>;
  /** The team has no manager. */
  readonly noManager?: boolean;
}

const configuration = ({
  steps = [pages([ana]), pages([bo])],
  repeats = 1,
  climbLow = false,
  lowWaits,
  contacts = {},
  ...setting
}: Setting): readonly Fact[] => [
  ...[ana, bo, mia, ola, sam, rio, zoe].flatMap((personId) => [
    personJoined(personId),
    ...(contacts[personId] ?? contactsOfPerson(personId, ['email'])),
  ]),
  { type: 'TeamCreated', data: { teamId, name: 'Payments', description: '' } },
  member(ana, 'responder'),
  member(bo, 'responder'),
  ...(setting.noManager ? [] : [member(mia, 'manager')]),
  { type: 'TeamCreated', data: { teamId: idOf('7eb'), name: 'Search', description: '' } },
  member(rio, 'responder', idOf('7eb')),
  {
    type: 'PolicyCreated',
    data: { teamId, policyId, version: 1, name: 'Primary', steps: toPolicySteps(steps), repeats, climbLow, lowWaits },
  },
  ...Array.from({ length: setting.services ?? 1 }, (_, n): Fact => ({
    type: 'ServiceCreated',
    data: {
      teamId,
      serviceId: serviceOf(n),
      name: n === 0 ? 'Checkout' : `Checkout ${n + 1}`,
      description: '',
      runbook: null,
      policyId,
      urgencyRule: 'by_severity',
      ackTimeoutMinutes: null,
      reopenWindowMinutes: null,
      ...setting.service,
    },
  })),
];

export const sentAtOnce: AttemptOutcome = { ok: true, state: 'sent', providerId: null };
type Started = RecordedOf<'AttemptStarted'>;
type Received = Omit<FactOf<'SignalReceived'>, 'receivedAt'>;

/** The form stored on the log: a field that the contract does not have, or would change, fails here. */
const asWritten: StoredForm = (type, data) => {
  const { v, data: contract } = eventContract(type)!;
  const text = JSON.stringify(data);
  const said = JSON.parse(text) as unknown;
  const parsedText = JSON.stringify(contract.parse(data));
  // an expectation costs more than deciding does, so there is one only where the contract made another text
  if (parsedText !== text) {
    const parsed = JSON.parse(parsedText) as unknown;
    if (canonicalJson(parsed) !== canonicalJson(said)) expect({ type, data: parsed }).toEqual({ type, data: said });
  }
  return { v, data: said };
};

/** A small installation in a world of its own: it begins at 03:12, and pages are sent by e-mail at once. */
export class Scenario {
  readonly world: World;
  /** Responses of providers; null: no response. */
  provider: (to: { readonly personId: string; readonly kind: ContactKind; readonly quiet: boolean }) => AttemptOutcome | null = () =>
    sentAtOnce;
  /** Responses of event receivers to a call; null: no response. */
  receiver: (delivery: FactOf<'EventDeliveryStarted'>) => EventDeliveryOutcome | null = () => ({ ok: true });
  /** Responses of step webhooks to a call; null: no response. */
  webhook: (call: FactOf<'WebhookCallStarted'>) => WebhookCallOutcome | null = () => ({ ok: true });
  private read = 0;

  constructor(setting: Setting = {}) {
    this.world = new World(domain, {
      start: '2026-11-21T03:12:00.000Z',
      written: asWritten,
      answer: (event) => this.answer(event),
    });
    this.knows(...configuration(setting));
  }

  private answer(event: Recorded) {
    if (event.type === 'EventDeliveryStarted') return this.received(event as RecordedOf<'EventDeliveryStarted'>);
    if (event.type === 'WebhookCallStarted') return this.called(event as RecordedOf<'WebhookCallStarted'>);
    if (event.type !== 'AttemptStarted') return undefined;
    const startedFact = event as Started;
    const { groupId, pageId, slot, attemptId } = startedFact.data;
    const state = this.world.state(alertGroupDecider, groupId) as ExistingGroup;
    const { personId, quiet, attempts } = pageOf(state, pageId)!;
    const outcome = this.provider({ personId, quiet, kind: attempts[slot]!.kind });
    return outcome ? { command: { type: 'RecordAttempt', data: { groupId, attemptId, outcome } } } : undefined;
  }

  private called({ data }: RecordedOf<'WebhookCallStarted'>) {
    const { groupId, callId, attempt } = data;
    const outcome = this.webhook(data);
    return outcome ? { command: { type: 'RecordWebhookCall', data: { groupId, callId, attempt, outcome } } } : undefined;
  }

  private received({ data }: RecordedOf<'EventDeliveryStarted'>) {
    const { subscriptionId, deliveryId, attempt } = data;
    const outcome = this.receiver(data);
    return outcome ? { command: { type: 'RecordEventDelivery', data: { subscriptionId, deliveryId, attempt, outcome } } } : undefined;
  }

  /** Facts of the configuration, as if decided just now. `types` no longer returns what happened before them. */
  knows(...facts: readonly Fact[]): void {
    this.world.record('configuration', facts, bySystem);
    this.read = this.world.events.length;
  }

  receives(data: Received, receivedAt: string = this.world.now): void {
    this.receivesAtOnce([data], receivedAt);
  }
  /** One run of signals: all are recorded before the first is handled. */
  receivesAtOnce(all: readonly Received[], receivedAt: string = this.world.now): void {
    this.world.record(
      'inbox-n1',
      all.map((data) => ({ type: 'SignalReceived', data: { ...data, receivedAt } })),
      { kind: 'sender', id: alertmanagerId, roles: [] },
    );
    this.world.advance(0);
  }

  /** A person’s command about the newest group, unless its data name something else. */
  act(type: string, data: object = {}, by: string | Actor = ana): WorldOutcome {
    const groupId = this.rows().at(-1)?.id;
    const about = 'subscriptionId' in data || 'bulkActId' in data ? {} : { groupId };
    const outcome = this.world.run({ type, data: { ...about, ...data } }, { actor: typeof by === 'string' ? as(by) : by });
    this.world.advance(0);
    return outcome;
  }

  /** The code of a refusal; null when it was not refused. */
  refusal(outcome: WorldOutcome): string | null {
    return outcome.kind === 'refused' ? outcome.refused.code : null;
  }

  passes(minutes: number): void {
    this.world.advance(Math.round(minutes * 60_000));
  }

  /** The events about groups since the last call. */
  news(): readonly RecordedFact[] {
    const newEvents = this.world.events.slice(this.read) as RecordedFact[];
    this.read = this.world.events.length;
    return newEvents;
  }
  types(): readonly string[] {
    return this.news().map(({ type }) => type);
  }
  /** The people who were paged since the last call, quiet messages left out. */
  paged(): readonly string[] {
    return this.news().flatMap((event) => (event.type === 'PageStarted' && !event.data.quiet ? [event.data.personId] : []));
  }
  all<T extends RecordedFact['type']>(type: T): readonly RecordedOf<T>[] {
    return this.world.events.filter(isEvent(type));
  }

  /** The groups of the list, oldest first. */
  rows(): readonly StoredAlertGroupRow[] {
    return [...this.world.rows<StoredAlertGroupRow>('alertGroups').all()].toSorted((a, b) => a.number - b.number);
  }
  row(): StoredAlertGroupRow {
    return this.rows().at(-1)!;
  }
  ladder(): LadderRow {
    return this.world.rows<LadderRow>('ladders').get(this.row().id)!;
  }
  /** The newest group, as its decider folds it. */
  group(): ExistingGroup {
    return this.world.state(alertGroupDecider, this.row().id) as ExistingGroup;
  }

  /** Timers of open groups whose command would have no effect now: there must be none. */
  idleTimers(): readonly Timer[] {
    const { world } = this;
    const reads = groupReads(world.memory);
    return [...world.memory.rows<ExistingGroup>('groups').all()].flatMap((rememberedGroups) => {
      const state = world.state(alertGroupDecider, rememberedGroups.groupId);
      return timersOfGroup(rememberedGroups, world.epoch).filter(({ command, dueAt }) => {
        const now = dueAt > world.now ? dueAt : world.now;
        const context = makeContext({ now, actor: bySystem, commandId: idOf('c9'), epoch: world.epoch, reads });
        const decision = decide(alertGroupDecider, state, command, context);
        return !isFacts(decision) || decision.length === 0;
      });
    });
  }
}
