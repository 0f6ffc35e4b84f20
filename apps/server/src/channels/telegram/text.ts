import type { CardButton, GroupCard } from '../../deliveries/group-card.js';

/** Limits of the Bot API: characters of a text after its entities are parsed, and bytes of what a button sends back. */
const textCharacters = 4_096;
/** Kept free for title, state and link. */
const reserved = 700;

interface KeyboardButton {
  readonly text: string;
  readonly callback_data: string;
}

/** What `sendMessage` and `editMessageText` take beside the chat. */
export interface TelegramMessage {
  /** HTML. */
  readonly text: string;
  /** The same without marks, for a server that can’t read them. */
  readonly plain: string;
  readonly buttons: readonly KeyboardButton[];
  /** Makes no sound. */
  readonly isSilent?: true;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign]!);

const cut = (text: string, characters: number): string => {
  if (text.length <= characters) return text;
  const start = text.slice(0, characters - 1);
  // half of a pair is no character
  return `${/[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start}…`;
};

/** What a button sends back, at most 64 bytes. */
export const dataOf = (act: CardButton['act'], groupId: string): string => `${act}:${groupId}`;

export interface Paragraphs {
  readonly title: string;
  readonly lines: readonly string[];
  readonly state?: string;
  readonly link?: GroupCard['link'];
}

export const toMessage = ({ title, lines, state = '', link }: Paragraphs, buttons: readonly KeyboardButton[] = []): TelegramMessage => {
  const body = cut(lines.join('\n'), textCharacters - reserved);
  const [head, end] = [cut(title, 300), cut(state, 200)];
  const label = link && cut(link.label, 100);
  const html = [
    `<b>${escapeHtml(head)}</b>`,
    escapeHtml(body),
    end && `<b>${escapeHtml(end)}</b>`,
    link && `<a href="${escapeHtml(link.href)}">${escapeHtml(label!)}</a>`,
  ];
  const plain = [head, body, end, link && `${label}: ${link.href}`];
  return { text: html.filter(Boolean).join('\n'), plain: plain.filter(Boolean).join('\n'), buttons };
};

/** One message about an alert group, as it is now. */
export const renderCard = ({ groupId, buttons, ...paragraphs }: GroupCard): TelegramMessage =>
  toMessage(
    paragraphs,
    buttons.map(({ act, label }) => ({ text: label, callback_data: dataOf(act, groupId) })),
  );

/** The parameters of a call. An empty keyboard takes the buttons of an earlier one away. */
export const paramsOf = ({ text, buttons, isSilent }: TelegramMessage): object => ({
  text,
  parse_mode: 'HTML',
  link_preview_options: { is_disabled: true },
  ...(isSilent ? { disable_notification: true } : {}),
  reply_markup: { inline_keyboard: buttons.length === 0 ? [] : [buttons] },
});

export const plainParamsOf = (message: TelegramMessage): object => {
  const { parse_mode: _html, ...params } = paramsOf({ ...message, text: message.plain }) as Record<string, unknown>;
  return params;
};
