import type { ChatKind } from '@tocsin/contracts/event-subscriptions/receivers.js';
import type { Call, ChannelOutcome } from './channel.js';
import type { ChannelDependencies } from './dependencies.js';
import { discord } from './discord/channel.js';
import { connectedMattermost } from './mattermost/buttons.js';
import { postToHook, type HookChat, type HookDependencies } from './hook-chat.js';
import { mattermost } from './mattermost/channel.js';
import { rocketChat } from './rocketchat/channel.js';
import { renderCard as renderForSlack } from './slack/blocks.js';
import { sendToSlack } from './slack/channel.js';
import { teams } from './teams/channel.js';
import { sendToTelegram } from './telegram/channel.js';
import { renderCard as renderForTelegram } from './telegram/text.js';
import type { GroupCard } from '../deliveries/group-card.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';

export interface PostDependencies {
  readonly server: Pick<ChannelDependencies['server'], 'clock' | 'reads' | 'vault'>;
  readonly calls: { readonly http: Pick<OutgoingHttp, 'post'> };
  readonly connections: ChannelDependencies['connections'];
  readonly address: ChannelDependencies['address'];
}

/** A message in a channel. Nobody’s secret is in it: everyone there can read it. */
export interface ChannelMessage {
  readonly card: GroupCard;
  /** The message that it is about, as the chat names it. Where a chat can’t do that, it stands alone. */
  readonly below: string | null;
}

type Post = (dependencies: PostDependencies, to: string, message: ChannelMessage, call: Call) => Promise<ChannelOutcome>;

const byHook =
  (chat: HookChat, connected: (dependencies: PostDependencies) => HookDependencies['connected'] = () => undefined): Post =>
  (dependencies, to, { card: { groupId, title, lines, state, link, buttons } }, call) => {
    const { server, calls } = dependencies;
    const known = connected(dependencies);
    const body = chat.bodyOf({ title, lines: [...lines, state].filter(Boolean), link, isQuiet: true });
    const withButtons = buttons.length > 0 ? { ...body, group: { groupId, buttons } } : body;
    return postToHook(chat, { server, calls, ...(known ? { connected: known } : {}) }, to, withButtons, call);
  };

/** How each chat is posted to: by a connection, or by the address of an incoming webhook. */
const posts: Readonly<Record<ChatKind, Post>> = {
  slack: (dependencies, to, { card, below }, call) => sendToSlack(dependencies, to, renderForSlack(card), call, below),
  telegram: (dependencies, to, { card, below }, call) => sendToTelegram(dependencies, to, renderForTelegram(card), call, below),
  mattermost: byHook(mattermost, connectedMattermost),
  rocketchat: byHook(rocketChat),
  discord: byHook(discord),
  teams: byHook(teams),
};

/** Posts in a channel of a chat. A failure of the other side is an outcome. */
export const postInChat = (kind: ChatKind, ...of: Parameters<Post>): Promise<ChannelOutcome> => posts[kind](...of);
