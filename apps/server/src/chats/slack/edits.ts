import type { Attempt, ExistingGroup, Page } from '@tocsin/domain/operation/alert-groups/state.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { duration } from '@tocsin/contracts/duration.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { outcomeOf } from '../../channels/channel.js';
import { accountOf } from '../../connections/accounts.js';
import type { AccountVerdict } from '../../core/breaker.js';
import { stateOf, unanswered, type GroupState } from '../../deliveries/group-card.js';
import type { ChatMessage, EditResult, MessagesOf } from '../chat-board.js';
import { pageMessage, type MessageDependencies } from '../../deliveries/page-message.js';
import { renderCard, type SlackMessage } from '../../channels/slack/blocks.js';
import { callWithMessage, type SlackDependencies } from '../../channels/slack/channel.js';
import { cardOfPage } from '../../channels/slack/render.js';

export interface EditDependencies {
  readonly slack: SlackDependencies;
  readonly messages: MessageDependencies;
}

const splitId = (id: string): { readonly channel: string; readonly ts: string } => {
  const at = id.indexOf(':');
  return { channel: id.slice(0, at), ts: id.slice(at + 1) };
};

/** While a page runs it can be acknowledged, whatever the group’s state: it may be a reminder. Nobody takes over from themselves. */
const stateOfPage = ({ server }: MessageDependencies, group: ExistingGroup, page: Page): GroupState => {
  const shown = stateOf(server, group);
  const { state, buttons } = shown;
  const isHolder = group.status === 'acknowledged' && group.holder.kind === 'person' && group.holder.personId === page.personId;
  if (group.status === 'acknowledged' && page.state === 'running') {
    const acknowledge = { act: 'acknowledge', label: 'Acknowledge' } as const;
    return { state, buttons: [acknowledge, ...buttons.filter(({ act }) => act === 'resolve')] };
  }
  return isHolder ? { ...shown, buttons: buttons.filter(({ act }) => act !== 'take_over') } : shown;
};

/** Nobody waits for an edit: it keeps no page from being tried. */
const waits = { isAway: 30 * duration.second, isRefused: 5 * duration.minute };

/**
 * Changes a message that was sent. Beside the breaker: edits take no page’s try and never open it, but one that works closes it. What Slack refuses of this
 * message alone, as one that was deleted, is done.
 */
const editInSlack = async ({ slack }: EditDependencies, id: string, message: SlackMessage, signal: AbortSignal): Promise<EditResult> => {
  const account = accountOf(slack.server, 'slack');
  if (!account) return { waits: waits.isRefused };
  const { channel, ts } = splitId(id);
  const call = { deadlineMs: alertGroupLimits.sendDeadline, signal };
  let verdict = 'fails' as AccountVerdict;
  const outcome = await outcomeOf(async () => {
    const answered = await callWithMessage(slack, account, { method: 'chat.update', to: channel, more: { ts } }, message, call);
    ({ verdict } = answered);
    return answered.outcome;
  });
  if (outcome.ok) slack.connections.onAnswer(account, { to: channel, verdict, ok: true, detail: '', isRefused: false });
  if (outcome.ok) return 'done';
  if (outcome.reason === 'delivery.connection_refused') return { waits: waits.isRefused };
  return verdict === 'works' ? 'done' : { waits: Math.max(outcome.retryAfter ?? 0, waits.isAway) };
};

const isEdited = ({ kind, providerId, isBundled }: Attempt): boolean => kind === 'slack' && providerId !== undefined && isBundled !== true;

/** One that was lost at a crash is not waited for. */
const isBeingSent = ({ kind, state, startedAt }: Attempt, now: string): boolean =>
  kind === 'slack' && state === 'sending' && startedAt !== null && millisBetween(startedAt, now) < 10 * duration.minute;

/** The direct messages about a group that were sent in Slack. What only informs stays as it is. */
export const slackMessagesOf =
  (dependencies: EditDependencies): MessagesOf =>
  (group) => {
    const now = dependencies.slack.server.clock.now();
    const attempts = group.pages.flatMap((page) => (page.quiet ? [] : Object.values(page.attempts).map((attempt) => ({ page, attempt }))));
    return {
      messages: attempts
        .filter(({ attempt }) => isEdited(attempt))
        .map(({ page, attempt }) => toMessage(dependencies, group, page, attempt)),
      isSending: attempts.some(({ attempt }) => isBeingSent(attempt, now)),
    };
  };

const toMessage = (dependencies: EditDependencies, group: ExistingGroup, page: Page, attempt: Attempt): ChatMessage => {
  const id = attempt.providerId!;
  const state = stateOfPage(dependencies.messages, group, page);
  return {
    id,
    place: splitId(id).channel,
    key: JSON.stringify(state),
    sentAt: attempt.startedAt ?? attempt.dueAt,
    sentWith: JSON.stringify(unanswered),
    edit: async (signal) => {
      const message = await pageMessage(dependencies.messages, group, page, attempt);
      // an edit makes nothing late
      const sent = { ...message, now: attempt.startedAt ?? attempt.dueAt };
      return editInSlack(dependencies, id, renderCard(cardOfPage(sent, state, page.state !== 'running')), signal);
    },
  };
};
