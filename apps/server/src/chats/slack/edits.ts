import type { Attempt, ExistingGroup, Page } from '@tocsin/domain/operation/alert-groups/state.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { stateOf, unanswered, type GroupState } from '../../deliveries/group-card.js';
import type { ChatMessage, MessagesOf } from '../chat-board.js';
import { pageMessage, type MessageDependencies } from '../../deliveries/page-message.js';
import { renderCard, type SlackMessage } from '../../channels/slack/blocks.js';
import { sendToSlack, type SlackDependencies } from '../../channels/slack/channel.js';
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

const editCall = { deadlineMs: alertGroupLimits.sendDeadline };

/** Changes a message that was sent. */
export const editInSlack = ({ slack }: Pick<EditDependencies, 'slack'>, id: string, message: SlackMessage) => {
  const { channel, ts } = splitId(id);
  return sendToSlack(slack, { method: 'chat.update', to: channel, more: { ts } }, message, editCall);
};

const isEdited = ({ kind, providerId, isBundled }: Attempt): boolean => kind === 'slack' && providerId !== undefined && isBundled !== true;

/** The direct messages about a group that were sent in Slack. What only informs stays as it is. */
export const slackMessagesOf =
  (dependencies: EditDependencies): MessagesOf =>
  (group) =>
    group.pages.flatMap((page) =>
      page.quiet
        ? []
        : Object.values(page.attempts)
            .filter(isEdited)
            .map((attempt) => toMessage(dependencies, group, page, attempt)),
    );

const toMessage = (dependencies: EditDependencies, group: ExistingGroup, page: Page, attempt: Attempt): ChatMessage => {
  const id = attempt.providerId!;
  const state = stateOfPage(dependencies.messages, group, page);
  return {
    id,
    place: splitId(id).channel,
    key: JSON.stringify(state),
    sentWith: JSON.stringify(unanswered),
    edit: async () => {
      const message = await pageMessage(dependencies.messages, group, page, attempt);
      // an edit makes nothing late
      const sent = { ...message, now: attempt.startedAt ?? attempt.dueAt };
      return editInSlack(dependencies, id, renderCard(cardOfPage(sent, state, page.state !== 'running')));
    },
  };
};
