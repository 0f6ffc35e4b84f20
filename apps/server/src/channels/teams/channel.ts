import type { Channel } from '../channel.js';
import { createHookChat, cut, plainMarkdown, type HookChat, type HookDependencies, type HookText } from '../hook-chat.js';

/** A card has at most 28 KB; a character has up to three bytes, or a mark before it. */
const characters = 6_000;

const textBlock = (text: string, more: object = {}): object => ({ type: 'TextBlock', text, wrap: true, ...more });

/** https://adaptivecards.io/explorer/, in a message as the workflow “Send webhook alerts to a channel” reads it. */
const cardOf = ({ title, lines, link, isQuiet }: HookText): object => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  msteams: { width: 'Full' },
  body: [
    textBlock(plainMarkdown(cut(title, 150)), { weight: 'Bolder', size: 'Medium', color: isQuiet ? 'Default' : 'Attention' }),
    // two line ends are one in a card
    textBlock(plainMarkdown(cut(lines.join('\n\n'), characters))),
  ],
  actions: link ? [{ type: 'Action.OpenUrl', title: cut(link.label, 60), url: link.href }] : [],
});

const codeIn = (json: unknown): unknown => (json as { readonly error?: { readonly code?: unknown } } | null)?.error?.code;

export const teams: HookChat = {
  kind: 'teams',
  word: 'Teams',
  bodyOf: (text) => ({
    json: {
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: cardOf(text) }],
    },
    shown: [text.title, ...text.lines, ...(text.link ? [`${text.link.label}: ${text.link.href}`] : [])].join('\n'),
  }),
  // 202: the workflow has started; whether the card appears, nobody says
  takenAs: ({ status, body }) => (status === 202 || (status === 200 && !body.trimStart().startsWith('<')) ? '' : null),
  isGone: (status, json) => (status === 401 || status === 403 || status === 404) && typeof codeIn(json) === 'string',
};

export const teamsChannel = (dependencies: HookDependencies): Channel => createHookChat(teams, dependencies);
