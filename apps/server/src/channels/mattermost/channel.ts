import type { Channel } from '../channel.js';
import type { ChannelDependencies } from '../dependencies.js';
import { createHookChat, toMarkdown, type HookChat } from '../hook-chat.js';
import { connectedMattermost } from './buttons.js';

/** Of 16,383: more becomes a second message. */
const characters = 8_000;

interface MattermostError {
  readonly id?: unknown;
}

/** https://developers.mattermost.com/integrate/webhooks/incoming/ */
export const mattermost: HookChat = {
  kind: 'mattermost',
  word: 'Mattermost',
  bodyOf: (text) => {
    const shown = toMarkdown(text, '**', characters);
    return { json: { text: shown, ...(text.isQuiet ? {} : { priority: { priority: 'urgent' } }) }, shown };
  },
  takenAs: ({ body }) => (body.trim() === 'ok' ? '' : null),
  isGone: (_status, json) => /^web\.incoming_webhook\.(?:invalid|disabled|channel)\b/.test(String((json as MattermostError | null)?.id)),
};

export const mattermostChannel = (dependencies: ChannelDependencies): Channel =>
  createHookChat(mattermost, { ...dependencies, connected: connectedMattermost(dependencies) });
