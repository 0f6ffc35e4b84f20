import type { ChannelPost, ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import { cardOfGroup } from '../deliveries/channel-post.js';
import { stateOf, unanswered } from '../deliveries/group-card.js';
import type { ChatMessage, MessagesOf } from './chat-board.js';
import { editIn, type Chat, type EditDependencies } from './page-messages.js';

const toMessage = (
  dependencies: EditDependencies,
  chat: Chat,
  group: ExistingGroup,
  { providerId: id, at: sentAt }: ChannelPost,
): ChatMessage => {
  const state = stateOf(dependencies.messages.server, group);
  return {
    id,
    chat: chat.kind,
    place: chat.placeOf(id),
    key: JSON.stringify(state),
    sentAt,
    sentWith: JSON.stringify(unanswered),
    edit: async (signal) => editIn(dependencies, chat, { id, sentAt }, await cardOfGroup(dependencies.messages, group, state), signal),
  };
};

/** The messages about a group that steps posted in channels. */
export const channelPostsOf = (dependencies: EditDependencies, chats: readonly Chat[]): MessagesOf => {
  const { reads } = dependencies.server;
  const chatOf = (subscriptionId: string): Chat | undefined => {
    const receiver = reads.eventQueues.get(subscriptionId)?.state.receiver;
    return chats.find(({ kind }) => kind === receiver);
  };
  return (group) => ({
    messages: (group.posts ?? []).flatMap((post) => {
      const chat = chatOf(post.subscriptionId);
      return chat ? [toMessage(dependencies, chat, group, post)] : [];
    }),
    isSending: group.calls.some(({ subscriptionId, state }) => state === 'calling' && chatOf(subscriptionId) !== undefined),
  });
};

/** All messages of several sources. */
export const mergeMessages =
  (...sources: readonly MessagesOf[]): MessagesOf =>
  (group) => {
    const all = sources.map((messagesOf) => messagesOf(group));
    return { messages: all.flatMap(({ messages }) => messages), isSending: all.some(({ isSending }) => isSending) };
  };
