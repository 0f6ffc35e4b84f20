import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { HandedOn } from '@tocsin/contracts/linked-groups.js';
import { toMillis } from '@tocsin/kernel/time.js';
import type { AuditedGroup, Due, Dues } from './dues.js';

/**
 * A claimed attempt without an answer is given up after two minutes, whatever its provider: by then the log says
 * something about it.
 */
const answerWithin = 2 * duration.minute;

/**
 * Webhook calls wait behind all people, and for each other when one hangs: two at once, ten seconds each. That wakes no
 * one.
 */
const callWithin = 30 * duration.minute;

/** One fact of an alert group, as it is on the log. */
export interface Seen {
  readonly group: AuditedGroup;
  readonly dues: Dues;
  /** Milliseconds. */
  readonly at: number;
  readonly ordinal: number;
  readonly commandId: string;
}

type Held = NonNullable<HandedOn['held']>;
type Reading<T extends AlertGroupFact['type']> = (data: FactOf<T>, seen: Seen) => void;
export type GroupReadings = { readonly [T in AlertGroupFact['type']]?: Reading<T> };

const plan = ({ group, dues, at, ordinal }: Seen, key: string, due: Omit<Due, 'ordinal'>): void =>
  dues.plan(group, key, { ...due, ordinal }, at);
const end = ({ group, dues, at }: Seen, key: string, outcome: Parameters<Dues['end']>[2]): void => dues.end(group, key, outcome, at);
const cancel = (seen: Seen, ...keys: readonly string[]): void => keys.forEach((key) => end(seen, key, 'cancelled'));

/** It fires: the next people to page must be planned in the same append. */
const mustEscalate = (seen: Seen): void => plan(seen, 'escalate', { what: 'escalate', dueAt: seen.at });
/** The climb has ended. */
const stops = (seen: Seen): void => cancel(seen, 'escalate', 'step', 'part');
const endsHold = (seen: Seen): void => cancel(seen, 'reminder', 'reassignment', 'ack_timeout', 'snooze', 'storm_return', 'update');

const firesAgain = (seen: Seen): void => {
  endsHold(seen);
  stops(seen);
  mustEscalate(seen);
};

const stepName = ({ round, step }: { readonly round: number; readonly step: number | string }): string => `${round}.${step}`;

/** Whether the plan follows on the step that was taken, or repeats it. Otherwise a step was left out. */
const isNext = ({ taken, dues }: AuditedGroup, { round, step }: FactOf<'EscalationStepPlanned'>): boolean =>
  typeof step !== 'number' ||
  step < 2 ||
  [taken, dues.get('step')?.step].some((one) => one === `${round}.${step - 1}` || one === `${round}.${step}`);

/**
 * Whether a plan for another step leaves out the planned one before it without its being taken. Only a policy that
 * became shorter goes on past its last step, at once.
 */
const leavesOut = ({ group, at, commandId }: Seen, planned: FactOf<'EscalationStepPlanned'>): boolean => {
  const before = group.dues.get('step');
  // the policy was replaced, so steps have other positions now
  if (group.appliedBy === commandId) return false;
  const isShorter = planned.step === 'exhausted' && toMillis(planned.dueAt) <= at;
  return before !== undefined && before.step !== stepName(planned) && !isShorter;
};

const planStep = (data: FactOf<'EscalationStepPlanned'>, seen: Seen): void => {
  const { group, dues, at, ordinal } = seen;
  if (leavesOut(seen, data)) dues.miss(group, 'step', at);
  else if (!isNext(group, data)) dues.wrong(group, 'never', { what: 'step', dueAt: at, ordinal }, at);
  end(seen, 'escalate', 'taken');
  plan(seen, 'step', { what: 'step', dueAt: toMillis(data.dueAt), step: stepName(data) });
};

/** A step whose conditions did not hold counts as taken: the next one is taken, or planned, in the same append. */
const takeStep = (data: Pick<FactOf<'EscalationStepTaken'>, 'round' | 'step'>, seen: Seen): void => {
  const { group, dues, at } = seen;
  if (typeof data.step === 'number') group.taken = stepName(data);
  const isPlanned = group.dues.get('step')?.step === stepName(data);
  if (isPlanned) end(seen, 'step', 'taken');
  else {
    end(seen, 'step', 'moved');
    dues.doneAtOnce(at);
  }
  mustEscalate(seen);
};

/** Whether a step names people as paged of whom no page began in the same decision. */
const notPaged = ({ targets }: FactOf<'EscalationStepTaken'>, { group, commandId }: Seen): boolean => {
  const began = group.began?.commandId === commandId ? group.began.personIds : [];
  const paged = targets.flatMap(({ persons }) => persons).filter(({ outcome }) => outcome === 'paged' || outcome === 'paged_again');
  return paged.some(({ personId }) => !began.includes(personId));
};

const endPage = (seen: Seen, pageId: string, outcome: 'cancelled' | 'dropped'): void =>
  seen.dues.endAll(seen.group, (due) => due.what === 'attempt' && due.pageId === pageId, outcome, seen.at);

const answered = ({ attemptId }: { readonly attemptId: string }, seen: Seen): void => end(seen, `answer ${attemptId}`, 'attempted');

/** The timer that made the group fire again, by the reason. */
const returnOf = (because: FactOf<'AlertGroupReturnedToFiring'>['because']): 'storm_return' | 'snooze' | 'ack_timeout' =>
  because === 'news' ? 'storm_return' : because === 'snooze_ended' ? 'snooze' : 'ack_timeout';

/** The handed-on acknowledgement continues: when the holder is asked, and when it pages again. */
const holdGoesOn = ({ holder, timeout, snooze, reassigning, returnsAt }: Held, seen: Seen): void => {
  seen.group.isAsked = holder.kind === 'person';
  if (timeout) plan(seen, 'ack_timeout', { what: 'ack_timeout', dueAt: toMillis(timeout.dueAt) });
  if (timeout && !timeout.reminded && seen.group.isAsked) plan(seen, 'reminder', { what: 'reminder', dueAt: toMillis(timeout.remindAt) });
  if (reassigning) plan(seen, 'reassignment', { what: 'reassignment', dueAt: toMillis(reassigning.dueAt) });
  if (snooze) plan(seen, 'snooze', { what: 'snooze', dueAt: toMillis(snooze.until) });
  if (returnsAt) plan(seen, 'storm_return', { what: 'storm_return', dueAt: toMillis(returnsAt) });
};

/** For each fact: what it completes of what was due, and what is due from then on. */
export const groupReadings: GroupReadings = {
  AlertGroupOpened: ({ number }, seen) => {
    seen.group.number = number;
    end(seen, 'open', 'taken');
    mustEscalate(seen);
  },
  AlertGroupReopened: ({ holder, follows }, seen) => {
    seen.group.isOver = false;
    if (follows) return;
    seen.group.isAsked = holder?.kind === 'person';
    if (holder === null) firesAgain(seen);
  },
  AlertGroupReturnedToFiring: ({ because }, seen) => {
    end(seen, returnOf(because), 'taken');
    firesAgain(seen);
  },
  AlertGroupAcknowledged: ({ holder }, seen) => {
    stops(seen);
    endsHold(seen);
    seen.group.isAsked = holder.kind === 'person';
  },
  AlertGroupSnoozed: ({ until }, seen) => {
    stops(seen);
    endsHold(seen);
    seen.group.isAsked = false;
    plan(seen, 'snooze', { what: 'snooze', dueAt: toMillis(until) });
  },
  AlertGroupUnsnoozed: ({ holder }, seen) => {
    endsHold(seen);
    seen.group.isAsked = holder?.kind === 'person';
  },
  AlertGroupTakenOver: ({ holder }, seen) => {
    cancel(seen, 'reminder', 'reassignment', 'ack_timeout', 'snooze');
    seen.group.isAsked = holder.kind === 'person';
  },
  ReassignmentRequested: ({ dueAt }, seen) => plan(seen, 'reassignment', { what: 'reassignment', dueAt: toMillis(dueAt) }),
  ReassignmentLapsed: (_, seen) => end(seen, 'reassignment', 'taken'),
  AlertGroupResolved: (_, seen) => {
    seen.group.isOver = true;
    stops(seen);
    endsHold(seen);
  },
  AlertGroupFollows: (_, seen) => {
    end(seen, 'escalate', 'taken');
    stops(seen);
    endsHold(seen);
  },
  AlertGroupLeads: ({ handedOn: { climb, held } }, seen) => {
    endsHold(seen);
    stops(seen);
    if (climb.reached > 0) seen.group.taken = stepName({ round: climb.round, step: climb.reached });
    if (held) holdGoesOn(held, seen);
    else if (climb.next) plan(seen, 'step', { what: 'step', dueAt: toMillis(climb.next.dueAt), step: stepName(climb.next) });
  },
  EscalationStarted: (_, seen) => {
    stops(seen);
    mustEscalate(seen);
  },
  // where it continues is planned in the same append, unless the existing plan holds
  EscalationPolicyApplied: ({ round, reached }, { group, commandId }) => {
    group.appliedBy = commandId;
    group.taken = stepName({ round, step: reached });
  },
  EscalationStepPlanned: planStep,
  EscalationStepTaken: (data, seen) => {
    const { group, dues, at, ordinal } = seen;
    if (notPaged(data, seen)) dues.wrong(group, 'not_paged', { what: 'step', dueAt: at, ordinal }, at);
    // further people of a step that was taken already
    if (data.part === undefined) takeStep(data, seen);
  },
  EscalationStepSkipped: takeStep,
  EscalationStopped: (_, seen) => stops(seen),
  AlertGroupWentStale: (_, seen) => cancel(seen, 'reminder', 'ack_timeout'),
  PeopleCalledInPart: ({ dueAt }, seen) => {
    end(seen, 'part', 'taken');
    if (dueAt !== null) plan(seen, 'part', { what: 'part', dueAt: toMillis(dueAt) });
  },
  AckTimeoutPlanned: ({ remindAt, dueAt }, seen) => {
    plan(seen, 'ack_timeout', { what: 'ack_timeout', dueAt: toMillis(dueAt) });
    if (seen.group.isAsked) plan(seen, 'reminder', { what: 'reminder', dueAt: toMillis(remindAt) });
  },
  HolderAsked: (_, seen) => end(seen, 'reminder', 'taken'),
  StormReturnPlanned: ({ dueAt }, seen) => plan(seen, 'storm_return', { what: 'storm_return', dueAt: toMillis(dueAt) }),
  UpdatePlanned: ({ dueAt }, seen) => plan(seen, 'update', { what: 'update', dueAt: toMillis(dueAt) }),
  UpdateSent: (_, seen) => end(seen, 'update', 'taken'),

  PageStarted: ({ personId }, { group, commandId }) => {
    const before = group.began?.commandId === commandId ? group.began.personIds : [];
    group.began = { commandId, personIds: [...before, personId] };
  },
  AttemptPlanned: ({ pageId, slot, dueAt }, seen) => plan(seen, `attempt ${slot}`, { what: 'attempt', dueAt: toMillis(dueAt), pageId }),
  // it is on time until its wait is over
  AttemptWaits: ({ pageId, slot, until }, seen) => plan(seen, `attempt ${slot}`, { what: 'attempt', dueAt: toMillis(until), pageId }),
  AttemptStarted: ({ pageId, slot, attemptId }, seen) => {
    const { group, dues, at, ordinal } = seen;
    // nothing of a cancelled page is planned any more
    if (!group.dues.has(`attempt ${slot}`)) dues.wrong(group, 'not_planned', { what: 'attempt', dueAt: at, ordinal, pageId }, at);
    end(seen, `attempt ${slot}`, 'attempted');
    plan(seen, `answer ${attemptId}`, { what: 'answer', dueAt: at + answerWithin });
  },
  AttemptCancelled: ({ slot, reason }, seen) => end(seen, `attempt ${slot}`, reason === 'delivery.joined' ? 'joined' : 'dropped'),
  AttemptWentStale: ({ slot, attemptId }, seen) => {
    end(seen, `attempt ${slot}`, 'dropped');
    if (attemptId !== null) answered({ attemptId }, seen);
  },
  AttemptSent: answered,
  AttemptFailed: answered,
  WebhookCallPlanned: ({ callId, dueAt }, seen) => plan(seen, `call ${callId}`, { what: 'call', dueAt: toMillis(dueAt) + callWithin }),
  WebhookCallStarted: ({ callId }, seen) => {
    const { group, dues, at, ordinal } = seen;
    if (!group.dues.has(`call ${callId}`)) dues.wrong(group, 'not_planned', { what: 'call', dueAt: at, ordinal }, at);
    end(seen, `call ${callId}`, 'attempted');
    plan(seen, `answer ${callId}`, { what: 'answer', dueAt: at + answerWithin });
  },
  WebhookCallSucceeded: ({ callId }, seen) => end(seen, `answer ${callId}`, 'attempted'),
  WebhookCallFailed: ({ callId, retryAt }, seen) => {
    end(seen, `answer ${callId}`, 'attempted');
    if (retryAt !== null) plan(seen, `call ${callId}`, { what: 'call', dueAt: toMillis(retryAt) + callWithin });
  },
  WebhookCallWentStale: ({ callId, again }, seen) => {
    end(seen, `answer ${callId}`, 'attempted');
    if (again) plan(seen, `call ${callId}`, { what: 'call', dueAt: seen.at + callWithin });
  },
  WebhookCallCancelled: ({ callId }, seen) => cancel(seen, `call ${callId}`),

  PageAnswered: ({ pageId }, seen) => endPage(seen, pageId, 'cancelled'),
  PageCancelled: ({ pageId }, seen) => endPage(seen, pageId, 'cancelled'),
  PageFailed: ({ pageId }, seen) => endPage(seen, pageId, 'dropped'),
};
