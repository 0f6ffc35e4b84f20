/** A message in a chat with the bot, changed in place. */
export interface TelegramPost {
  readonly chatId: number;
  readonly messageId: number;
  /** The message that it answers. */
  readonly answers: number | null;
  /** As it is read, without marks. */
  text: string;
  html: string;
  buttons: readonly { readonly text: string; readonly callback_data: string }[];
  edits: number;
}

interface Params {
  readonly text?: unknown;
  readonly parse_mode?: unknown;
  readonly reply_markup?: {
    readonly inline_keyboard?: readonly (readonly { readonly text?: unknown; readonly callback_data?: unknown }[])[];
  };
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

/** Reads HTML as the Bot API does: a few tags, all closed, four named entities. A text: why it is refused. */
const parseHtml = (html: string): { readonly text: string } | string => {
  const open: string[] = [];
  const tag = /<\/?[^>]*>|</g;
  for (const [found] of html.matchAll(tag)) {
    const [, slash, name] = /^<(\/?)(b|i|u|s|a|code|pre)(?: href="[^"<>]*")?>$/.exec(found) ?? [];
    if (name === undefined) return `Bad Request: can't parse entities: Unsupported start tag "${found.slice(0, 20)}" at byte offset 0`;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return `Bad Request: can't parse entities: Unmatched end tag at byte offset 0`;
  }
  if (open.length > 0) return `Bad Request: can't parse entities: Can't find end tag corresponding to start tag "${open[0]}"`;
  return { text: html.replaceAll(tag, '').replaceAll(/&(?:lt|gt|amp|quot);/g, (entity) => entities[entity]!) };
};

/** What is shown, or why it is refused: lengths count after parsing, what a button sends back in bytes. */
export const readMessage = ({
  text,
  parse_mode: mode,
  reply_markup: markup,
}: Params): Pick<TelegramPost, 'text' | 'html' | 'buttons'> | string => {
  if (typeof text !== 'string' || text.trim() === '') return 'Bad Request: message text is empty';
  const parsed = mode === 'HTML' ? parseHtml(text) : { text };
  if (typeof parsed === 'string') return parsed;
  if (parsed.text.length > 4_096) return 'Bad Request: message is too long';
  const buttons = (markup?.inline_keyboard ?? []).flat();
  for (const { text: label, callback_data: data } of buttons) {
    if (typeof label !== 'string' || label === '') return "Bad Request: can't parse inline keyboard button: Text is empty";
    if (typeof data !== 'string' || data === '' || Buffer.byteLength(data) > 64) return 'Bad Request: BUTTON_DATA_INVALID';
  }
  return { text: parsed.text, html: text, buttons: buttons as TelegramPost['buttons'] };
};
