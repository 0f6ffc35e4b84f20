import type { Channel } from '../channel.js';
import { createHookChat, toMarkdown, type HookChat, type HookDependencies } from '../hook-chat.js';

const characters = 4_000;

interface Answer {
  readonly success?: unknown;
  readonly error?: unknown;
}

/** https://docs.rocket.chat/docs/integrations */
export const rocketChat: HookChat = {
  kind: 'rocketchat',
  word: 'Rocket.Chat',
  bodyOf: (text) => {
    const shown = toMarkdown(text, '*', characters);
    return { json: { text: shown, alias: 'Tocsin' }, shown };
  },
  takenAs: (_answer, json) => ((json as Answer | null)?.success === true ? '' : null),
  isGone: (_status, json) => /invalid integration/i.test(String((json as Answer | null)?.error)),
};

export const rocketchatChannel = (dependencies: HookDependencies): Channel => createHookChat(rocketChat, dependencies);
