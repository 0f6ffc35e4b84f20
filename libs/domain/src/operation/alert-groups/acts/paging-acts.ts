import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { Target } from '@tocsin/contracts/policies/noun.js';
import type { Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import { addResponders, countPagedByHand } from '../add-responders.js';
import { Draft } from '../draft.js';
import { isRunning } from '../paging/attempts.js';
import { takeNextIfUnreached } from '../paging/escalation.js';
import { page } from '../paging/paging.js';
import { resendMessage } from '../paging/resend.js';
import { isRequestedOf, refuseUnaskable, takeOver } from '../reassign.js';
import { hasPermissionFor, refusePage } from '../../../rules/permissions.js';
import { leaderOf } from '../shared/linked.js';
import { teamOf } from '../shared/reads.js';
import { pageOf, type AlertGroupState, type ExistingGroup, type Page, type PastPage } from '../state.js';
import { addableByLink } from '../shared/act-permission.js';
import { decideAct, refuseResolved, holderOfActor, refuseIfNotLeader, type GroupContext } from './act.js';
import { planTimeout, renew } from './timeout.js';

/** A person’s pages of one opening, without quiet ones. */
const listPagesOfOpening = ({ pages, opening: now }: ExistingGroup, personId: string, opening = now): readonly Page[] =>
  pages.filter((other) => other.personId === personId && other.opening === opening && !other.quiet);

/**
 * The actor’s page that an answer names. It may belong to the group that led the storm before: this group continues
 * paging the same person.
 */
const pageOfActor = (
  data: { groupId: string; pageId: string },
  state: ExistingGroup,
  { actor }: GroupContext,
): Page | PastPage | undefined => {
  const currentPage = data.groupId === state.groupId ? undefined : listPagesOfOpening(state, actor.id).at(-1);
  const answeredPage = pageOf(state, data.pageId) ?? state.pastPages[data.pageId] ?? currentPage;
  return actor.kind === 'person' && answeredPage?.personId === actor.id ? answeredPage : undefined;
};

/** The link of an older page stops a newer one too, which may be active by now. */
const pagesAnsweredWith = ({ personId, opening }: Page | PastPage, pageId: string, state: ExistingGroup): readonly Page[] => {
  const ringing = listPagesOfOpening(state, personId, opening).filter(isRunning);
  return ringing.length > 0 ? ringing : [pageOf(state, pageId)].filter(isRunning);
};

/** Acts on the group’s pages: resending, adding responders, answering. */
export const pagingActs = {
  ResendMessage: decideAct((state, context, data: { groupId: string; pageId: string; messageId: string }) => {
    if (state.status === 'resolved') return refuseResolved(state);
    if (state.links.follows !== null) return new Refusal('alert_group.follows_another');
    const draft = new Draft(state, context);
    const refusalOrNothing = resendMessage(draft, data);
    if (refusalOrNothing) return refusalOrNothing;
    renew(draft);
    return draft;
  }),

  AddResponder: (data: { groupId: string; personId: string }, state: AlertGroupState, context: GroupContext): Decision<AlertGroupFact> => {
    if (state.status === 'none') return new Refusal('alert_group.not_found');
    const notLeaderRefusal = refuseIfNotLeader(state, leaderOf(data.groupId, context.reads));
    if (notLeaderRefusal) return notLeaderRefusal;
    const mayPage = hasPermissionFor(context, 'person.page', { teamId: teamOf(state, context.reads) });
    if (!mayPage && !addableByLink(state, context).includes(data.personId)) return refusePage(context);
    if (state.status === 'resolved') return refuseResolved(state);
    const refusal = refuseUnaskable(context.reads, data.personId);
    if (refusal) return refusal;
    const limit = alertGroupLimits.pagedByHand;
    if (countPagedByHand(state, [data.personId]) >= limit) return new Refusal('limit.paged_by_hand', { limit }, 'personId');
    const draft = new Draft(state, context);
    const outcome = page(draft, data.personId, { cause: { kind: 'person', by: context.actor.id }, urgency: 'high' });
    if (outcome.outcome === 'continued') return new Nothing({ outcome: 'continued' });
    if (outcome.outcome === 'not_reachable') return new Refusal('person.not_reachable', { reason: outcome.reason ?? '' }, 'personId');
    renew(draft);
    return draft.facts;
  },

  AddResponders: (
    { groupId, targets }: { groupId: string; targets: readonly Target[] },
    state: AlertGroupState,
    context: GroupContext,
  ): Decision<AlertGroupFact> => {
    if (state.status === 'none') return new Refusal('alert_group.not_found');
    const notLeaderRefusal = refuseIfNotLeader(state, leaderOf(groupId, context.reads));
    if (notLeaderRefusal) return notLeaderRefusal;
    if (!hasPermissionFor(context, 'person.page', { teamId: teamOf(state, context.reads) })) return refusePage(context);
    if (state.status === 'resolved') return refuseResolved(state);
    const draft = new Draft(state, context);
    const refusal = addResponders(draft, targets);
    if (refusal) return refusal;
    renew(draft);
    return draft.facts;
  },

  AnswerPage: (
    data: { groupId: string; pageId: string; passesOn?: true | undefined },
    state: AlertGroupState,
    context: GroupContext,
  ): Decision<AlertGroupFact> => {
    if (state.status === 'none') return new Refusal('alert_group.not_found');
    const isRunningHere = state.pages.some(({ pageId, state: pageState }) => pageId === data.pageId && pageState === 'running');
    const notLeaderRefusal = isRunningHere ? null : refuseIfNotLeader(state, leaderOf(data.groupId, context.reads));
    if (notLeaderRefusal) return notLeaderRefusal;
    const ownPage = pageOfActor(data, state, context);
    if (!ownPage) return new Refusal('page.not_found');
    const answeredPages = pagesAnsweredWith(ownPage, data.pageId, state);
    if (answeredPages.length === 0) return new Nothing({ state: 'state' in ownPage ? ownPage.state : 'cancelled' });
    const draft = new Draft(state, context);
    for (const { pageId, personId } of answeredPages)
      draft.add({
        type: 'PageAnswered',
        data: { groupId: state.groupId, pageId, personId, because: data.passesOn ? 'passed_on' : 'seen' },
      });
    if (data.passesOn) for (const page of answeredPages) takeNextIfUnreached(draft, page);
    else if (state.status === 'acknowledged' && !state.snooze && isRequestedOf(state, context.actor.id)) {
      takeOver(draft, state.holder, holderOfActor(context));
      planTimeout(draft);
    } else renew(draft);
    return draft.facts;
  },
};
