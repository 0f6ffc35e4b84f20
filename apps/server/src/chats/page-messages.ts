import type { Attempt, ExistingGroup, Page } from '@tocsin/domain/operation/alert-groups/state.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { outcomeOf, type Call, type ChannelOutcome } from '../channels/channel.js';
import type { BreakerDependencies } from '../channels/through-breaker.js';
import { accountAt, type Account } from '../connections/accounts.js';
import type { AccountVerdict } from '../core/breaker.js';
import type { ServerParts } from '../core/server-parts.js';
import { stateOf, unanswered, type GroupCard, type GroupState } from '../deliveries/group-card.js';
import { cardOfPage } from '../deliveries/page-card.js';
import { pageMessage, type MessageDependencies } from '../deliveries/page-message.js';
import type { ChatMessage, EditResult, MessagesOf } from './chat-board.js';

/** A chat whose messages can be changed. */
export interface Chat {
  readonly kind: ContactKind;
  readonly through: ConnectionKind;
  /** Messages of one place are changed one after the other. */
  readonly placeOf: (messageId: string) => string;
  readonly edit: (
    account: Account,
    messageId: string,
    card: GroupCard,
    call: Call,
  ) => Promise<{ readonly outcome: ChannelOutcome; readonly verdict: AccountVerdict }>;
}

export interface EditDependencies {
  readonly server: Pick<ServerParts, 'clock' | 'reads' | 'vault'>;
  readonly connections: Pick<BreakerDependencies, 'onAnswer'>;
  readonly messages: MessageDependencies;
}

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
 * Changes a message that was sent. Beside the breaker: edits take no page’s try and never open it, but one that works closes it. What the chat refuses of
 * this message alone, as one that was deleted, is done.
 */
export const editIn = async (
  { server, connections }: EditDependencies,
  chat: Chat,
  { id, sentAt }: Pick<ChatMessage, 'id' | 'sentAt'>,
  card: GroupCard,
  signal: AbortSignal,
): Promise<EditResult> => {
  const account = accountAt(server, chat.through, sentAt);
  if (!account) return { waits: waits.isRefused };
  let verdict = 'fails' as AccountVerdict;
  const outcome = await outcomeOf(async () => {
    const answered = await chat.edit(account, id, card, { deadlineMs: alertGroupLimits.sendDeadline, signal });
    ({ verdict } = answered);
    return answered.outcome;
  });
  if (outcome.ok) connections.onAnswer(account, { to: chat.placeOf(id), verdict, ok: true, detail: '', isRefused: false });
  if (outcome.ok) return 'done';
  if (outcome.reason === 'delivery.connection_refused') return account.removedAt === undefined ? { waits: waits.isRefused } : 'done';
  return verdict === 'works' ? 'done' : { waits: Math.max(outcome.retryAfter ?? 0, waits.isAway) };
};

const isEdited = ({ providerId, isBundled }: Attempt): boolean => providerId !== undefined && isBundled !== true;

/** One that was lost at a crash is not waited for. */
const isBeingSent = ({ state, startedAt }: Attempt, now: string): boolean =>
  state === 'sending' && startedAt !== null && millisBetween(startedAt, now) < 10 * duration.minute;

/** The direct messages about a group that were sent in chats. What only informs stays as it is. */
export const pageMessagesOf = (dependencies: EditDependencies, chats: readonly Chat[]): MessagesOf => {
  const chatOf = new Map(chats.map((chat) => [chat.kind, chat]));
  return (group) => {
    const now = dependencies.server.clock.now();
    const sent = group.pages
      .flatMap((page) => (page.quiet ? [] : Object.values(page.attempts).map((attempt) => ({ page, attempt }))))
      .flatMap((one) => {
        const chat = chatOf.get(one.attempt.kind);
        return chat ? [{ ...one, chat }] : [];
      });
    return {
      messages: sent
        .filter(({ attempt }) => isEdited(attempt))
        .map(({ chat, page, attempt }) => toMessage(dependencies, chat, group, page, attempt)),
      isSending: sent.some(({ attempt }) => isBeingSent(attempt, now)),
    };
  };
};

const toMessage = (dependencies: EditDependencies, chat: Chat, group: ExistingGroup, page: Page, attempt: Attempt): ChatMessage => {
  const [id, sentAt] = [attempt.providerId!, attempt.startedAt ?? attempt.dueAt];
  const state = stateOfPage(dependencies.messages, group, page);
  return {
    id,
    chat: chat.kind,
    place: chat.placeOf(id),
    key: JSON.stringify(state),
    sentAt,
    sentWith: JSON.stringify(unanswered),
    edit: async (signal) => {
      const message = await pageMessage(dependencies.messages, group, page, attempt);
      // an edit makes nothing late
      const sent = { ...message, now: sentAt };
      return editIn(dependencies, chat, { id, sentAt }, cardOfPage(sent, state, page.state !== 'running'), signal);
    },
  };
};
