import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { Holder } from '@tocsin/contracts/holder.js';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Target } from '@tocsin/contracts/policies.js';
import type { Context, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing, Refused } from '@tocsin/kernel/decide/refused.js';
import { between, plus } from '@tocsin/kernel/time.js';
import { running } from './paging/attempts.js';
import { planStep, startClimb } from './paging/climb.js';
import { escalateNow } from './paging/escalate-now.js';
import { resend } from './paging/resend.js';
import { rulesOf } from './paging/rules.js';
import { Draft } from './draft.js';
import { cancelPages, page } from './paging/paging.js';
import { tellThatItIsOver } from './paging/telling.js';
import { addResponders, pagedByHand } from './add-responders.js';
import { mayAbout, pageDenied } from '../rules/permissions.js';
import { mayAct } from './shared/may-act.js';
import { isAskedToTake, notToBeAsked, reassign, stopAsking, takeOver } from './reassign.js';
import { teamOf, type GroupReads } from './shared/reads.js';
import { pageOf, type Acknowledged, type AlertGroupState, type Existing, type Page } from './state.js';
import { followsAgain } from './linked/align.js';
import { handedOnBy } from './linked/handing-on.js';
import { groupsOf, isOpen, leaderOf, linksOf, reopenedFirst, stormOf } from './shared/linked.js';
import { answerToUndo } from './undo.js';

type Ctx = Context<GroupReads>;
type Act<D> = (data: D, state: AlertGroupState, context: Ctx) => Decision<AlertGroupFact>;

/** A person’s act on a group that is there, and that they may act on. */
const act =
  <D extends { groupId: string }>(decide: (state: Existing, context: Ctx, data: D) => Draft | Refused | Nothing): Act<D> =>
  (data, state, context) => {
    if (state.status === 'none') return new Refused('alert_group.not_found');
    const denied = mayAct(state, context);
    if (denied) return denied;
    const decision = decide(state, context, data);
    return decision instanceof Draft ? decision.facts : decision;
  };

/** A person’s act on a group of a storm is decided by the one that leads: */
const actOnLeader = <D extends { groupId: string }>(
  decide: (state: Existing, context: Ctx, data: D) => Draft | Refused | Nothing,
): Act<D> => act((state, context, data: D) => whyNotHere(state, leaderOf(data.groupId, context.reads)) ?? decide(state, context, data));

/** Another one came to lead since the command was addressed. */
const whyNotHere = (state: Existing, addressed: string): Refused | null =>
  addressed === state.groupId && linksOf(state).follows === null ? null : new Refused('alert_group.follows_another');

export const alreadyResolved = (state: Extract<Existing, { status: 'resolved' }>): Refused =>
  new Refused('alert_group.already_resolved', { number: state.number, resolvedAt: state.at, by: state.by, actorId: state.actorId });

const me = ({ actor }: Ctx): Holder =>
  actor.kind === 'token' ? { kind: 'token', tokenId: actor.id } : { kind: 'person', personId: actor.id };
const isMine = ({ holder }: Acknowledged, { actor }: Ctx): boolean =>
  (holder.kind === 'person' && holder.personId === actor.id) || (holder.kind === 'token' && holder.tokenId === actor.id);

/** By the urgency that it has now: a group that was opened low and became high has the timeout of the high. */
const timeoutMinutes = ({ group, context }: Draft): number => {
  const service = group.serviceId ? context.reads.services.get(group.serviceId) : undefined;
  return service?.ackTimeoutMinutes ?? limits.ackTimeoutMinutes[group.urgency];
};

/** High urgency: when the holder is asked, and when it fires again without them. 0 minutes is off. */
export const planTimeout = (draft: Draft): void => {
  const { groupId } = draft.group;
  const minutes = timeoutMinutes(draft);
  // a silent sender: nothing pages by timer alone
  if (minutes === 0 || draft.group.test || draft.group.stale) return;
  const whole = minutes * duration.minute;
  const { now } = draft.context;
  draft.add({ type: 'AckTimeoutPlanned', data: { groupId, remindAt: plus(now, whole * limits.reminderShare), dueAt: plus(now, whole) } });
};

const endReminders = (draft: Draft): void =>
  cancelPages(draft, 'delivery.cancelled_by_answer', (other) => other.cause.kind === 'reminder', draft.context.actor.id);

/** Any act of the holder on the group says that they are still on it. */
const renew = (draft: Draft): void => {
  const { group, context } = draft;
  if (group.status !== 'acknowledged' || !group.timeout || !isMine(group, context)) return;
  endReminders(draft);
  planTimeout(draft);
};

/** Somebody has it already: that a second person acknowledges is kept, once, and answers their own pages. */
const acknowledgeToo = (state: Acknowledged, context: Ctx): Draft | Nothing => {
  const { groupId, holder, since } = state;
  const { id } = context.actor;
  const own = state.pages.find((other) => other.personId === id && running(other) && !other.quiet);
  if (!own && state.also?.includes(id)) return new Nothing({ holder, since, mine: false });
  const draft = new Draft(state, context);
  draft.add({ type: 'AlertGroupAcknowledgedToo', data: { groupId, by: me(context), pageId: own?.pageId ?? null, holder, since } });
  cancelPages(draft, 'delivery.cancelled_by_answer', () => false, id);
  return draft;
};

/** The holder, or somebody for them, says that it is still being worked on. */
const stillOnIt = (state: Acknowledged, context: Ctx): Draft => {
  const draft = new Draft(state, context);
  draft.add({ type: 'AcknowledgementRenewed', data: { groupId: state.groupId } });
  endReminders(draft);
  planTimeout(draft);
  return draft;
};

/** Whoever was asked has it now; the acknowledgement of whoever had it ends. */
const accepted = (state: Acknowledged, context: Ctx): Draft => {
  const draft = new Draft(state, context);
  takeOver(draft, state.holder, me(context));
  planTimeout(draft);
  return draft;
};

/** Somebody has it: what the escalation began is cancelled, and the climb stops. */
export const acknowledge = (draft: Draft, holder: Holder): void => {
  const { groupId, pages } = draft.group;
  const personId = holder.kind === 'person' ? holder.personId : null;
  const own = pages.find((other) => other.personId === personId && other.state === 'running');
  draft.add({ type: 'AlertGroupAcknowledged', data: { groupId, holder, pageId: own?.pageId ?? null } });
  cancelPages(draft, 'delivery.cancelled_by_acknowledge', (other) => other.cancelledByAcknowledge, personId);
  draft.add({ type: 'EscalationStopped', data: { groupId, because: 'acknowledged' } });
  planTimeout(draft);
};

type SnoozeEnd = { readonly minutes?: number | undefined; readonly until?: string | undefined };
const endOfSnooze = ({ minutes, until }: SnoozeEnd, now: string): string => until ?? plus(now, (minutes ?? 0) * duration.minute);

/** Nothing pages until then; who snoozes is the assignee. Snoozed again, it still remembers what it was before the first snooze. */
const snooze = (draft: Draft, holder: Holder, until: string): void => {
  const { group } = draft;
  const { groupId, pages } = group;
  const personId = holder.kind === 'person' ? holder.personId : null;
  const own = pages.find((other) => other.personId === personId && other.state === 'running');
  const from = group.status !== 'acknowledged' ? null : group.snooze ? group.snooze.from : group.holder;
  draft.add({ type: 'AlertGroupSnoozed', data: { groupId, holder, until, pageId: own?.pageId ?? null, from } });
  cancelPages(draft, 'delivery.cancelled_by_snooze', (other) => other.cancelledByAcknowledge || other.cause.kind === 'reminder', personId);
  stopAsking(draft, personId);
  draft.add({ type: 'EscalationStopped', data: { groupId, because: 'snoozed' } });
};

/** It fires again after a grace, at the step that it had reached. */
const giveUp = (draft: Draft, { groupId, holder, climb }: Acknowledged, because: 'unacknowledged' | 'unsnoozed'): void => {
  draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because, from: holder } });
  const { steps } = rulesOf(draft.group, draft.context.reads);
  const step = steps.length === 0 ? 'exhausted' : Math.max(climb.reached, 1);
  planStep(draft, climb.round, step, plus(draft.context.now, limits.resumeGrace));
};

/** It is over: phones stop, and whoever was rung is told once, quietly. */
export const resolve = (
  draft: Draft,
  by: 'person' | 'sender' | 'timer',
  signal: { eventId: string; ordinal: number; receivedAt: string } | null,
  quietSince?: string,
): void => {
  const before = draft.group;
  const { groupId, origin } = before;
  const actorId = by === 'person' ? draft.context.actor.id : null;
  const whileFiring =
    by === 'person' &&
    origin.kind === 'signal' &&
    (before.counted > 0 || Object.values(before.alerts).some((alert) => alert.firing && alert.ending === undefined));
  const thread = origin.kind === 'signal' ? origin.thread : null;
  const own = before.pages.find((other) => other.personId === actorId && other.state === 'running');
  const byAge = quietSince === undefined ? {} : { quietSince };
  const storm = stormOf(before);
  const act = storm !== null && actorId !== null ? { act: { commandId: draft.context.commandId, actorId } } : {};
  const data = { groupId, by, pageId: own?.pageId ?? null, signal, whileFiring, thread, ...byAge, ...draft.late, ...act };
  const { follows } = linksOf(before);
  const goesOn =
    storm !== null && by !== 'person' && groupsOf(storm, draft.context.reads, before).some((one) => one !== before && isOpen(one));
  if (goesOn && !follows) draft.add({ type: 'StormHandedOn', data: { groupId, handedOn: handedOnBy(before) } });
  draft.add({ type: 'AlertGroupResolved', data });
  cancelPages(draft, 'delivery.cancelled_by_resolve', () => true, actorId);
  // of a storm, that it is over is told when the last of its groups ends
  if (before.test || goesOn || follows) return;
  tellThatItIsOver(draft, before, actorId ?? '');
};

/** Pages to somebody that ring. */
const pagesOfOpening = ({ pages, opening: now }: Existing, personId: string, opening = now): readonly Page[] =>
  pages.filter((other) => other.personId === personId && other.opening === opening && !other.quiet);

export const personActs = {
  AcknowledgeAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    if (state.status === 'acknowledged' && !state.snooze) {
      if (isAskedToTake(state, context.actor.id)) return accepted(state, context);
      if (!isMine(state, context)) return acknowledgeToo(state, context);
      // asked “still on it?”, they press the button that they know
      return state.timeout?.reminded ? stillOnIt(state, context) : new Nothing({ holder: state.holder, since: state.since, mine: true });
    }
    const draft = new Draft(state, context);
    acknowledge(draft, me(context));
    return draft;
  }),

  UnacknowledgeAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const byLink = answerToUndo(state, context);
    if (byLink) return byLink;
    if (state.status !== 'acknowledged') return new Refused('alert_group.not_acknowledged');
    const draft = new Draft(state, context);
    giveUp(draft, state, 'unacknowledged');
    return draft;
  }),

  SnoozeAlertGroup: actOnLeader((state, context, asked: { groupId: string } & SnoozeEnd) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const until = endOfSnooze(asked, context.now);
    if (until <= context.now) return new Refused('alert_group.snooze_in_the_past', {}, 'until');
    const { urgency } = state;
    if (between(context.now, until) > limits.snooze[urgency])
      return new Refused('alert_group.snooze_too_long', { urgency, limit: urgency === 'high' ? '24 h' : '30 days' }, 'until');
    const draft = new Draft(state, context);
    snooze(draft, me(context), until);
    return draft;
  }),

  UnsnoozeAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const byLink = answerToUndo(state, context);
    if (byLink) return byLink;
    if (state.status !== 'acknowledged' || !state.snooze) return new Refused('alert_group.not_snoozed');
    const draft = new Draft(state, context);
    const { groupId, snooze: before } = state;
    draft.add({ type: 'AlertGroupUnsnoozed', data: { groupId, holder: before.from } });
    if (before.from) planTimeout(draft);
    else giveUp(draft, state, 'unsnoozed');
    return draft;
  }),

  RenewAcknowledgement: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    if (state.status !== 'acknowledged' || state.snooze) return new Refused('alert_group.not_acknowledged');
    return stillOnIt(state, context);
  }),

  TakeOverAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const draft = new Draft(state, context);
    if (state.status === 'firing') {
      acknowledge(draft, me(context));
      return draft;
    }
    if (isMine(state, context) && !state.snooze) return new Nothing({ holder: state.holder, since: state.since, mine: true });
    takeOver(draft, state.holder, me(context));
    planTimeout(draft);
    return draft;
  }),

  ReassignAlertGroup: actOnLeader((state, context, { personId }: { groupId: string; personId: string }) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    if (state.status === 'acknowledged' && state.snooze) return new Refused('alert_group.not_acknowledged');
    const draft = new Draft(state, context);
    if (state.status === 'acknowledged' && personId === context.actor.id) {
      if (isMine(state, context)) return new Nothing({ holder: state.holder, since: state.since, mine: true });
      return accepted(state, context);
    }
    const refused = reassign(draft, personId);
    if (refused) return refused;
    renew(draft);
    return draft;
  }),

  JoinAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    if (state.status !== 'acknowledged') return new Refused('alert_group.not_acknowledged');
    if (isMine(state, context) || state.responders.includes(context.actor.id))
      return new Nothing({ holder: state.holder, since: state.since });
    const draft = new Draft(state, context);
    draft.add({ type: 'ResponderJoined', data: { groupId: state.groupId, personId: context.actor.id } });
    cancelPages(draft, 'delivery.cancelled_by_answer', () => false, context.actor.id);
    return draft;
  }),

  EscalateAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const draft = new Draft(state, context);
    return escalateNow(draft) ?? draft;
  }),

  ResolveAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const draft = new Draft(state, context);
    resolve(draft, 'person', null);
    return draft;
  }),

  ReopenAlertGroup: act((state, context, { groupId: asked, iHaveIt }: { groupId: string; iHaveIt: boolean }) => {
    if (reopenedFirst(asked, context.reads) !== state.groupId) return new Refused('alert_group.follows_another');
    if (state.status !== 'resolved') return new Refused('alert_group.not_resolved');
    if (between(state.at, context.now) > limits.reopenByPerson) return new Refused('alert_group.too_old_to_reopen');
    const draft = new Draft(state, context);
    const { groupId, opening, origin } = state;
    const thread = origin.kind === 'signal' ? origin.thread : null;
    const again = followsAgain(draft);
    const holder = iHaveIt && !again.follows ? me(context) : null;
    draft.add({ type: 'AlertGroupReopened', data: { groupId, opening: opening + 1, because: 'reopened', holder, thread, ...again } });
    if (again.follows) return draft;
    if (iHaveIt) planTimeout(draft);
    else startClimb(draft, 'reopened', { delay: limits.resumeGrace });
    return draft;
  }),

  ResendMessage: act((state, context, asked: { groupId: string; pageId: string; messageId: string }) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    if (linksOf(state).follows !== null) return new Refused('alert_group.follows_another');
    const draft = new Draft(state, context);
    const decided = resend(draft, asked);
    if (decided) return decided;
    renew(draft);
    return draft;
  }),

  AddNote: act((state, context, { text }: { groupId: string; text: string }) => {
    const draft = new Draft(state, context);
    draft.add({ type: 'NoteAdded', data: { groupId: state.groupId, text } });
    renew(draft);
    return draft;
  }),

  MarkAlertGroupAsNoise: act((state, context, { reason }: { groupId: string; reason: string }) => {
    const { groupId, opening } = state;
    if (state.noise === opening) return new Nothing({ noise: true });
    const draft = new Draft(state, context);
    draft.add({ type: 'AlertGroupMarkedAsNoise', data: { groupId, opening, text: reason } });
    renew(draft);
    return draft;
  }),

  RemoveNoiseMark: act((state, context) => {
    const { groupId, opening } = state;
    if (state.noise !== opening) return new Nothing({ noise: false });
    const draft = new Draft(state, context);
    draft.add({ type: 'AlertGroupNoiseMarkRemoved', data: { groupId, opening } });
    renew(draft);
    return draft;
  }),

  AddResponder: (data: { groupId: string; personId: string }, state: AlertGroupState, context: Ctx): Decision<AlertGroupFact> => {
    if (state.status === 'none') return new Refused('alert_group.not_found');
    const elsewhere = whyNotHere(state, leaderOf(data.groupId, context.reads));
    if (elsewhere) return elsewhere;
    if (!mayAbout(context, 'person.page', { teamId: teamOf(state, context.reads) })) return pageDenied(context);
    if (state.status === 'resolved') return alreadyResolved(state);
    const refused = notToBeAsked(context.reads, data.personId);
    if (refused) return refused;
    const limit = limits.pagedByHand;
    if (pagedByHand(state, [data.personId]) >= limit) return new Refused('limit.paged_by_hand', { limit }, 'personId');
    const draft = new Draft(state, context);
    const outcome = page(draft, data.personId, { cause: { kind: 'person', by: context.actor.id }, urgency: 'high' });
    if (outcome.outcome === 'continued') return new Nothing({ outcome: 'continued' });
    if (outcome.outcome === 'not_reachable') return new Refused('person.not_reachable', { reason: outcome.reason ?? '' }, 'personId');
    renew(draft);
    return draft.facts;
  },

  AddResponders: (
    { groupId, targets }: { groupId: string; targets: readonly Target[] },
    state: AlertGroupState,
    context: Ctx,
  ): Decision<AlertGroupFact> => {
    if (state.status === 'none') return new Refused('alert_group.not_found');
    const elsewhere = whyNotHere(state, leaderOf(groupId, context.reads));
    if (elsewhere) return elsewhere;
    if (!mayAbout(context, 'person.page', { teamId: teamOf(state, context.reads) })) return pageDenied(context);
    if (state.status === 'resolved') return alreadyResolved(state);
    const draft = new Draft(state, context);
    const refused = addResponders(draft, targets);
    if (refused) return refused;
    renew(draft);
    return draft.facts;
  },

  AnswerPage: (data: { groupId: string; pageId: string }, state: AlertGroupState, context: Ctx): Decision<AlertGroupFact> => {
    if (state.status === 'none') return new Refused('alert_group.not_found');
    const elsewhere = whyNotHere(state, leaderOf(data.groupId, context.reads));
    if (elsewhere) return elsewhere;
    const { id } = context.actor;
    // the page may be of a group that led its storm before: this one pages the same person on
    const instead = data.groupId === state.groupId ? undefined : pagesOfOpening(state, id).at(-1);
    const mine = pageOf(state, data.pageId) ?? state.pastPages[data.pageId] ?? instead;
    if (!mine || context.actor.kind !== 'person' || mine.personId !== context.actor.id) return new Refused('page.not_found');
    // an older page’s link stops the phone too: a newer page may ring meanwhile
    const ringing = pagesOfOpening(state, mine.personId, mine.opening).filter(running);
    const answered = ringing.length > 0 ? ringing : [pageOf(state, data.pageId)].filter(running);
    if (answered.length === 0) return new Nothing({ state: 'state' in mine ? mine.state : 'cancelled' });
    const draft = new Draft(state, context);
    for (const { pageId, personId } of answered) draft.add({ type: 'PageAnswered', data: { groupId: state.groupId, pageId, personId } });
    if (state.status === 'acknowledged' && !state.snooze && isAskedToTake(state, context.actor.id)) {
      takeOver(draft, state.holder, me(context));
      planTimeout(draft);
    } else renew(draft);
    return draft.facts;
  },
};
