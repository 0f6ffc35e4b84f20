import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Target } from '@tocsin/contracts/policies.js';
import type { Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing, Refused } from '@tocsin/kernel/decide/refused.js';
import { addResponders, pagedByHand } from '../add-responders.js';
import { Draft } from '../draft.js';
import { running } from '../paging/attempts.js';
import { page } from '../paging/paging.js';
import { resend } from '../paging/resend.js';
import { isRequestedOf, whyNotAskable, takeOver } from '../reassign.js';
import { mayAbout, pageDenied } from '../../rules/permissions.js';
import { leaderOf, linksOf } from '../shared/linked.js';
import { teamOf } from '../shared/reads.js';
import { pageOf, type AlertGroupState, type Existing, type Page, type PastPage } from '../state.js';
import { act, alreadyResolved, me, whyNotHere, type Ctx } from './act.js';
import { planTimeout, renew } from './timeout.js';

/** A person’s pages of one opening, without quiet ones. */
const pagesOfOpening = ({ pages, opening: now }: Existing, personId: string, opening = now): readonly Page[] =>
  pages.filter((other) => other.personId === personId && other.opening === opening && !other.quiet);

/**
 * The actor’s page that an answer names. It may belong to the group that led the storm before: this group continues
 * paging the same person.
 */
const pageOfActor = (data: { groupId: string; pageId: string }, state: Existing, { actor }: Ctx): Page | PastPage | undefined => {
  const instead = data.groupId === state.groupId ? undefined : pagesOfOpening(state, actor.id).at(-1);
  const found = pageOf(state, data.pageId) ?? state.pastPages[data.pageId] ?? instead;
  return actor.kind === 'person' && found?.personId === actor.id ? found : undefined;
};

/** The link of an older page stops a newer one too, which may be active by now. */
const answeredWith = ({ personId, opening }: Page | PastPage, pageId: string, state: Existing): readonly Page[] => {
  const ringing = pagesOfOpening(state, personId, opening).filter(running);
  return ringing.length > 0 ? ringing : [pageOf(state, pageId)].filter(running);
};

/** Acts on the group’s pages: resending, adding responders, answering. */
export const pagingActs = {
  ResendMessage: act((state, context, data: { groupId: string; pageId: string; messageId: string }) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    if (linksOf(state).follows !== null) return new Refused('alert_group.follows_another');
    const draft = new Draft(state, context);
    const decided = resend(draft, data);
    if (decided) return decided;
    renew(draft);
    return draft;
  }),

  AddResponder: (data: { groupId: string; personId: string }, state: AlertGroupState, context: Ctx): Decision<AlertGroupFact> => {
    if (state.status === 'none') return new Refused('alert_group.not_found');
    const elsewhere = whyNotHere(state, leaderOf(data.groupId, context.reads));
    if (elsewhere) return elsewhere;
    if (!mayAbout(context, 'person.page', { teamId: teamOf(state, context.reads) })) return pageDenied(context);
    if (state.status === 'resolved') return alreadyResolved(state);
    const refused = whyNotAskable(context.reads, data.personId);
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
    const ownPage = pageOfActor(data, state, context);
    if (!ownPage) return new Refused('page.not_found');
    const answered = answeredWith(ownPage, data.pageId, state);
    if (answered.length === 0) return new Nothing({ state: 'state' in ownPage ? ownPage.state : 'cancelled' });
    const draft = new Draft(state, context);
    for (const { pageId, personId } of answered) draft.add({ type: 'PageAnswered', data: { groupId: state.groupId, pageId, personId } });
    if (state.status === 'acknowledged' && !state.snooze && isRequestedOf(state, context.actor.id)) {
      takeOver(draft, state.holder, me(context));
      planTimeout(draft);
    } else renew(draft);
    return draft.facts;
  },
};
