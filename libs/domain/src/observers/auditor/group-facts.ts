import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { EscalationHandover } from '@tocsin/contracts/alert-groups/linked-groups.js';
import { toMillis } from '@tocsin/kernel/time.js';
import type { AuditedGroup, DueItem, Dues } from './dues.js';

/** A claimed attempt without a response is stale after two minutes, whatever its provider: by then the log records an outcome. */
const answerWithin = 2 * duration.minute;

/**
 * Webhook calls wait behind all people, and for each other when one hangs: two at once, ten seconds each. That wakes no
 * one.
 */
const callWithin = 30 * duration.minute;

/** One fact of an alert group, as it is on the log. */
export interface AuditContext {
  readonly group: AuditedGroup;
  readonly dues: Dues;
  /** Milliseconds. */
  readonly at: number;
  readonly ordinal: number;
  readonly commandId: string;
}

type HandedOverHold = NonNullable<EscalationHandover['held']>;
type FactReader<T extends AlertGroupFact['type']> = (data: FactOf<T>, context: AuditContext) => void;
export type GroupReadings = { readonly [T in AlertGroupFact['type']]?: FactReader<T> };

const plan = ({ group, dues, at, ordinal }: AuditContext, key: string, due: Omit<DueItem, 'ordinal'>): void =>
  dues.plan(group, key, { ...due, ordinal }, at);
const end = ({ group, dues, at }: AuditContext, key: string, outcome: Parameters<Dues['end']>[2]): void =>
  dues.end(group, key, outcome, at);
const cancel = (context: AuditContext, ...keys: readonly string[]): void => keys.forEach((key) => end(context, key, 'cancelled'));

/** It fires: the next people to page must be planned in the same append. */
const expectEscalation = (context: AuditContext): void => plan(context, 'escalate', { what: 'escalate', dueAt: context.at });
/** The climb has ended. */
const cancelEscalation = (context: AuditContext): void => cancel(context, 'escalate', 'step', 'part');
const endHold = (context: AuditContext): void =>
  cancel(context, 'reminder', 'reassignment', 'ack_timeout', 'snooze', 'storm_return', 'update');

const endedWithGroup: ReadonlySet<DueItem['what']> = new Set(['lapse', 'hold', 'settling', 'flapping']);

/** Alerts settle one set after the other. */
const settlingKeysOf = ({ group }: AuditContext): readonly string[] =>
  [...group.dues.keys()].filter((key) => key.startsWith('settling ')).toSorted();

/** Alerts are held: the first of them may page at the end of its hold. */
const planHold = (alerts: FactOf<'AlertsFired'>['alerts'], context: AuditContext): void => {
  const planned = context.group.dues.get('hold')?.dueAt ?? Infinity;
  const dueAt = Math.min(...alerts.flatMap(({ held }) => (held ? toMillis(held.until) : [])));
  if (dueAt < planned) plan(context, 'hold', { what: 'hold', dueAt });
};

const expectRefire = (context: AuditContext): void => {
  endHold(context);
  cancelEscalation(context);
  expectEscalation(context);
};

const stepNameOf = ({ round, step }: { readonly round: number; readonly step: number | string }): string => `${round}.${step}`;

/** Whether the plan follows the last step, or repeats it. Otherwise a step was left out. */
const isNext = ({ lastStep: lastTaken, dues }: AuditedGroup, { round, step }: FactOf<'EscalationStepPlanned'>): boolean =>
  typeof step !== 'number' ||
  step < 2 ||
  [lastTaken, dues.get('step')?.step].some((one) => one === `${round}.${step - 1}` || one === `${round}.${step}`);

/** Whether a plan for another step skips the previously planned one. Only a policy that became shorter goes past its last step, at once. */
const doesLeaveOut = ({ group, at, commandId }: AuditContext, planned: FactOf<'EscalationStepPlanned'>): boolean => {
  const before = group.dues.get('step');
  // the policy was replaced, so steps have other positions now
  if (group.appliedBy === commandId) return false;
  const isShorter = planned.step === 'exhausted' && toMillis(planned.dueAt) <= at;
  return before !== undefined && before.step !== stepNameOf(planned) && !isShorter;
};

const planStep = (data: FactOf<'EscalationStepPlanned'>, context: AuditContext): void => {
  const { group, dues, at, ordinal } = context;
  if (doesLeaveOut(context, data)) dues.addMissed(group, 'step', at);
  else if (!isNext(group, data)) dues.wrong(group, 'never', { what: 'step', dueAt: at, ordinal }, at);
  end(context, 'escalate', 'taken');
  plan(context, 'step', { what: 'step', dueAt: toMillis(data.dueAt), step: stepNameOf(data) });
};

/** A step with unmet conditions counts as taken: the next one runs, or is planned, in the same append. */
const takeStep = (data: Pick<FactOf<'EscalationStepTaken'>, 'round' | 'step'>, context: AuditContext): void => {
  const { group, dues, at } = context;
  if (typeof data.step === 'number') group.lastStep = stepNameOf(data);
  const isPlanned = group.dues.get('step')?.step === stepNameOf(data);
  if (isPlanned) end(context, 'step', 'taken');
  else {
    end(context, 'step', 'moved');
    dues.endAtOnce(at);
  }
  expectEscalation(context);
};

/** Whether a step lists people as paged although no page of theirs started in the same decision. */
const isAnyoneUnpaged = ({ targets }: FactOf<'EscalationStepTaken'>, { group, commandId }: AuditContext): boolean => {
  const pagedPersonIds = group.began?.commandId === commandId ? group.began.personIds : [];
  const pagedTargets = targets.flatMap(({ persons }) => persons).filter(({ outcome }) => outcome === 'paged' || outcome === 'paged_again');
  return pagedTargets.some(({ personId }) => !pagedPersonIds.includes(personId));
};

const endPage = (context: AuditContext, pageId: string, outcome: 'cancelled' | 'dropped'): void =>
  context.dues.endAll(context.group, (due) => due.what === 'attempt' && due.pageId === pageId, outcome, context.at);

/** A rehearsal’s attempt was made when it was due, although nothing was sent. */
const cancelledOutcomes: Partial<Record<FactOf<'AttemptCancelled'>['reason'], 'joined' | 'attempted'>> = {
  'delivery.joined': 'joined',
  'delivery.rehearsing': 'attempted',
  'delivery.drill_no_consent': 'attempted',
  'delivery.drill_real_page': 'attempted',
  'delivery.drill_busy': 'attempted',
};

const cancelAnswered = ({ attemptId }: { readonly attemptId: string }, context: AuditContext): void =>
  end(context, `answer ${attemptId}`, 'attempted');

/** The timer that made the group fire again, by the reason. */
const returnOf = (because: FactOf<'AlertGroupReturnedToFiring'>['because']): 'storm_return' | 'snooze' | 'ack_timeout' =>
  because === 'news' ? 'storm_return' : because === 'snooze_ended' ? 'snooze' : 'ack_timeout';

/** The passed-on acknowledgement continues: when the assignee gets a reminder, and when it pages again. */
const continueHold = ({ holder, timeout, snooze, reassigning, returnsAt }: HandedOverHold, context: AuditContext): void => {
  context.group.isReminded = holder.kind === 'person';
  if (timeout) plan(context, 'ack_timeout', { what: 'ack_timeout', dueAt: toMillis(timeout.dueAt) });
  if (timeout && !timeout.reminded && context.group.isReminded)
    plan(context, 'reminder', { what: 'reminder', dueAt: toMillis(timeout.remindAt) });
  if (reassigning) plan(context, 'reassignment', { what: 'reassignment', dueAt: toMillis(reassigning.dueAt) });
  if (snooze) plan(context, 'snooze', { what: 'snooze', dueAt: toMillis(snooze.until) });
  if (returnsAt) plan(context, 'storm_return', { what: 'storm_return', dueAt: toMillis(returnsAt) });
};

/** By event type: the due items it completes, and those it adds. */
export const groupReadings: GroupReadings = {
  AlertGroupOpened: ({ number, alerts }, context) => {
    context.group.number = number;
    end(context, 'open', 'taken');
    expectEscalation(context);
    planHold(alerts, context);
  },
  AlertGroupReopened: ({ holder, follows }, context) => {
    context.group.isOver = false;
    if (follows) return;
    context.group.isReminded = holder?.kind === 'person';
    if (holder === null) expectRefire(context);
  },
  AlertGroupReturnedToFiring: ({ because }, context) => {
    end(context, returnOf(because), 'taken');
    expectRefire(context);
  },
  AlertGroupAcknowledged: ({ holder }, context) => {
    cancelEscalation(context);
    endHold(context);
    context.group.isReminded = holder.kind === 'person';
  },
  AlertGroupSnoozed: ({ until }, context) => {
    cancelEscalation(context);
    endHold(context);
    context.group.isReminded = false;
    plan(context, 'snooze', { what: 'snooze', dueAt: toMillis(until) });
  },
  AlertGroupFollowedClock: ({ snoozedUntil }, context) => {
    // those that move are planned again in the same decision
    context.dues.endAll(context.group, ({ what }) => what === 'settling', 'cancelled', context.at);
    if (snoozedUntil !== undefined) plan(context, 'snooze', { what: 'snooze', dueAt: toMillis(snoozedUntil) });
  },
  AlertGroupUnsnoozed: ({ holder }, context) => {
    endHold(context);
    context.group.isReminded = holder?.kind === 'person';
  },
  AlertGroupTakenOver: ({ holder }, context) => {
    cancel(context, 'reminder', 'reassignment', 'ack_timeout', 'snooze');
    context.group.isReminded = holder.kind === 'person';
  },
  ReassignmentRequested: ({ dueAt }, context) => plan(context, 'reassignment', { what: 'reassignment', dueAt: toMillis(dueAt) }),
  ReassignmentLapsed: (_, context) => end(context, 'reassignment', 'taken'),
  AlertGroupResolved: (_, context) => {
    context.group.isOver = true;
    context.dues.endAll(context.group, ({ what }) => endedWithGroup.has(what), 'cancelled', context.at);
    cancelEscalation(context);
    endHold(context);
  },
  AlertGroupFollows: (_, context) => {
    end(context, 'escalate', 'taken');
    cancelEscalation(context);
    endHold(context);
  },
  AlertGroupLeads: ({ handedOn: { climb, held } }, context) => {
    endHold(context);
    cancelEscalation(context);
    if (climb.reached > 0) context.group.lastStep = stepNameOf({ round: climb.round, step: climb.reached });
    if (held) continueHold(held, context);
    else if (climb.next) plan(context, 'step', { what: 'step', dueAt: toMillis(climb.next.dueAt), step: stepNameOf(climb.next) });
  },
  EscalationStarted: (_, context) => {
    cancelEscalation(context);
    expectEscalation(context);
  },
  // where it continues is planned in the same append, unless the existing plan holds
  EscalationPolicyApplied: ({ round, reached }, { group, commandId }) => {
    group.appliedBy = commandId;
    group.lastStep = stepNameOf({ round, step: reached });
  },
  EscalationStepPlanned: planStep,
  EscalationStepTaken: (data, context) => {
    const { group, dues, at, ordinal } = context;
    if (isAnyoneUnpaged(data, context)) dues.wrong(group, 'not_paged', { what: 'step', dueAt: at, ordinal }, at);
    // further people of a step that was taken already
    if (data.part === undefined) takeStep(data, context);
  },
  EscalationStepSkipped: takeStep,
  EscalationStopped: (_, context) => cancelEscalation(context),
  // a muted step counts as done
  AlertGroupSuppressed: (_, context) => cancelEscalation(context),
  AlertsFired: ({ alerts }, context) => planHold(alerts, context),
  HoldEnded: ({ next }, context) => {
    end(context, 'hold', 'taken');
    if (next !== null) plan(context, 'hold', { what: 'hold', dueAt: toMillis(next) });
  },
  AlertGroupFlapped: ({ calmAt }, context) => plan(context, 'flapping', { what: 'flapping', dueAt: toMillis(calmAt) }),
  FlappingEnded: (_, context) => end(context, 'flapping', 'taken'),
  AlertGroupSettling: ({ dueAt }, context) => plan(context, `settling ${dueAt}`, { what: 'settling', dueAt: toMillis(dueAt) }),
  AlertsUnmuted: ({ because }, context) => {
    const [first] = because === 'settled' ? settlingKeysOf(context) : [];
    if (first !== undefined) end(context, first, 'taken');
  },
  AlertGroupUnsuppressed: (_, context) => expectEscalation(context),
  AlertGroupWentStale: (_, context) => cancel(context, 'reminder', 'ack_timeout'),
  PeopleCalledInPart: ({ dueAt }, context) => {
    end(context, 'part', 'taken');
    if (dueAt !== null) plan(context, 'part', { what: 'part', dueAt: toMillis(dueAt) });
  },
  AckTimeoutPlanned: ({ remindAt, dueAt }, context) => {
    plan(context, 'ack_timeout', { what: 'ack_timeout', dueAt: toMillis(dueAt) });
    if (context.group.isReminded) plan(context, 'reminder', { what: 'reminder', dueAt: toMillis(remindAt) });
  },
  HolderAsked: (_, context) => end(context, 'reminder', 'taken'),
  StormReturnPlanned: ({ dueAt }, context) => plan(context, 'storm_return', { what: 'storm_return', dueAt: toMillis(dueAt) }),
  UpdatePlanned: ({ dueAt }, context) => plan(context, 'update', { what: 'update', dueAt: toMillis(dueAt) }),
  UpdateSent: (_, context) => end(context, 'update', 'taken'),

  PageStarted: ({ personId }, { group, commandId }) => {
    const before = group.began?.commandId === commandId ? group.began.personIds : [];
    group.began = { commandId, personIds: [...before, personId] };
  },
  AttemptPlanned: ({ pageId, slot, dueAt }, context) =>
    plan(context, `attempt ${slot}`, { what: 'attempt', dueAt: toMillis(dueAt), pageId }),
  // it counts as on time until its wait ends
  AttemptWaits: ({ pageId, slot, until }, context) => plan(context, `attempt ${slot}`, { what: 'attempt', dueAt: toMillis(until), pageId }),
  AttemptStarted: ({ pageId, slot, attemptId }, context) => {
    const { group, dues, at, ordinal } = context;
    // nothing is planned for a cancelled page any more
    if (!group.dues.has(`attempt ${slot}`)) dues.wrong(group, 'not_planned', { what: 'attempt', dueAt: at, ordinal, pageId }, at);
    end(context, `attempt ${slot}`, 'attempted');
    plan(context, `answer ${attemptId}`, { what: 'answer', dueAt: at + answerWithin });
  },
  AttemptCancelled: ({ slot, reason }, context) => end(context, `attempt ${slot}`, cancelledOutcomes[reason] ?? 'dropped'),
  AttemptWentStale: ({ slot, attemptId }, context) => {
    end(context, `attempt ${slot}`, 'dropped');
    if (attemptId !== null) cancelAnswered({ attemptId }, context);
  },
  AttemptSent: cancelAnswered,
  AttemptFailed: cancelAnswered,
  WebhookCallPlanned: ({ callId, dueAt }, context) =>
    plan(context, `call ${callId}`, { what: 'call', dueAt: toMillis(dueAt) + callWithin }),
  WebhookCallStarted: ({ callId }, context) => {
    const { group, dues, at, ordinal } = context;
    if (!group.dues.has(`call ${callId}`)) dues.wrong(group, 'not_planned', { what: 'call', dueAt: at, ordinal }, at);
    end(context, `call ${callId}`, 'attempted');
    plan(context, `answer ${callId}`, { what: 'answer', dueAt: at + answerWithin });
  },
  WebhookCallSucceeded: ({ callId }, context) => end(context, `answer ${callId}`, 'attempted'),
  WebhookCallFailed: ({ callId, retryAt }, context) => {
    end(context, `answer ${callId}`, 'attempted');
    if (retryAt !== null) plan(context, `call ${callId}`, { what: 'call', dueAt: toMillis(retryAt) + callWithin });
  },
  WebhookCallWentStale: ({ callId, again }, context) => {
    end(context, `answer ${callId}`, 'attempted');
    if (again) plan(context, `call ${callId}`, { what: 'call', dueAt: context.at + callWithin });
  },
  WebhookCallCancelled: ({ callId }, context) => cancel(context, `call ${callId}`),

  PageAnswered: ({ pageId }, context) => endPage(context, pageId, 'cancelled'),
  PageCancelled: ({ pageId }, context) => endPage(context, pageId, 'cancelled'),
  PageFailed: ({ pageId }, context) => endPage(context, pageId, 'dropped'),
};
