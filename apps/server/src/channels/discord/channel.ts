import type { Channel } from '../channel.js';
import { createHookChat, toMarkdown, type HookChat, type HookDependencies } from '../hook-chat.js';

const characters = 2_000;
/** No preview of the link, which the preview would open. */
const suppressEmbeds = 4;
const unknownWebhook = 10_015;

interface Answer {
  readonly id?: unknown;
  readonly code?: unknown;
}

/** https://docs.discord.com/developers/resources/webhook#execute-webhook */
export const discord: HookChat = {
  kind: 'discord',
  word: 'Discord',
  bodyOf: (text) => {
    const shown = toMarkdown(text, '**', characters);
    return { json: { content: shown, allowed_mentions: { parse: [] }, flags: suppressEmbeds }, shown };
  },
  // otherwise a message that was not saved is no error
  urlOf: (hook) => `${hook}${hook.includes('?') ? '&' : '?'}wait=true`,
  takenAs: (_answer, json) => {
    const id = (json as Answer | null)?.id;
    return typeof id === 'string' && id !== '' ? id : null;
  },
  isGone: (status, json) => status === 404 && (json as Answer | null)?.code === unknownWebhook,
};

export const discordChannel = (dependencies: HookDependencies): Channel => createHookChat(discord, dependencies);
