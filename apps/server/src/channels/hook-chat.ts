import { duration } from '@tocsin/contracts/duration.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { OutgoingAnswer, OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { parseJson } from '../connections/verdicts.js';
import { bundleButton, bundleHeadline, bundleLines } from '../deliveries/bundle-wording.js';
import { verificationSubject, verificationText } from '../deliveries/mail-html.js';
import { unanswered, type GroupCard } from '../deliveries/group-card.js';
import { retryAfter } from '../deliveries/retry-after.js';
import { button, detailsWithRunbook, facts, headline, reasons } from '../deliveries/wording.js';
import { createChannel, failedOutcome, outcomeOf, type Call, type Channel, type ChannelOutcome, type Rendering } from './channel.js';

export interface HookDependencies {
  readonly calls: { readonly http: Pick<OutgoingHttp, 'post'> };
  readonly server: { readonly clock: { readonly now: () => string } };
  /** The server of a hook, if an admin typed its address: it may be in a private network. Null: whoever typed the hook chose it. */
  readonly connected?: (hook: string) => ConnectedServer | null;
}

export interface ConnectedServer {
  readonly withButtons: (json: object, group: Pick<GroupCard, 'groupId' | 'buttons'>) => object;
}

/** What a message says, before it is written in a chat’s own marks. */
export interface HookText {
  readonly title: string;
  readonly lines: readonly string[];
  readonly link?: { readonly label: string; readonly href: string };
  /** Nothing has to be done. */
  readonly isQuiet: boolean;
  /** What can be pressed, where the chat can. */
  readonly group?: Pick<GroupCard, 'groupId' | 'buttons'>;
}

interface HookBody {
  readonly json: object;
  /** As the chat shows it, but for its marks. */
  readonly shown: string;
  readonly group?: HookText['group'];
}

/** How a chat takes messages by the address of a channel’s incoming webhook. */
export interface HookChat {
  readonly kind: ContactKind;
  readonly word: string;
  readonly bodyOf: (text: HookText) => HookBody;
  /** The number of a message; an empty text where the chat gives none; null: it is no answer of this chat. Asked of a 2xx. */
  readonly takenAs: (answer: OutgoingAnswer, json: unknown) => string | null;
  /** Whether the chat itself says that the hook is no more, and not a proxy on the way. */
  readonly isGone: (status: number, json: unknown) => boolean;
  readonly urlOf?: (hook: string) => string;
}

const renderingOf = ({ bodyOf }: HookChat): Rendering<HookBody> => ({
  page: (page) => {
    const { label, link } = button(page);
    const lines = [...reasons(page), ...facts(page), ...detailsWithRunbook(page)];
    const body = bodyOf({ title: headline(page), lines, link: { label, href: link }, isQuiet: page.quiet });
    return page.quiet ? body : { ...body, group: { groupId: page.groupId, buttons: unanswered.buttons } };
  },
  bundle: (bundle) => {
    const { label, link } = bundleButton(bundle);
    return bodyOf({ title: bundleHeadline(bundle), lines: bundleLines(bundle), link: { label, href: link }, isQuiet: bundle.quiet });
  },
  code: (note) => bodyOf({ title: verificationSubject(note), lines: [verificationText(note)], isQuiet: true }),
  notice: ({ subject, lines, link, label }) => bodyOf({ title: subject, lines: [...lines], link: { label, href: link }, isQuiet: true }),
  warning: ({ subject, says, link }) =>
    bodyOf({ title: subject, lines: [says], link: { label: 'Open Tocsin', href: link }, isQuiet: false }),
});

/** Seconds in the body, as Discord has them with fractions. */
const waitIn = (json: unknown): number | undefined => {
  const seconds = (json as { readonly retry_after?: unknown } | null)?.retry_after;
  return typeof seconds === 'number' && seconds > 0 ? Math.min(Math.ceil(seconds * duration.second), duration.hour) : undefined;
};

/** What an answer means. Details have no words of the other side: they may hold the address. */
const toOutcome = ({ word, takenAs, isGone }: HookChat, answer: OutgoingAnswer, now: string): ChannelOutcome => {
  const { status } = answer;
  const json = parseJson(answer.body);
  const detail = `${word} answered ${status}.`;
  if (status >= 200 && status < 300) {
    const id = takenAs(answer, json);
    if (id !== null) return { ok: true, state: 'sent', providerId: id === '' ? null : id };
    return failedOutcome('delivery.provider_rejected', `Answered ${status}, but not as ${word} does.`, false);
  }
  if (isGone(status, json)) return failedOutcome('delivery.hook_gone', detail, false);
  if (status === 413) return failedOutcome('delivery.too_large', detail, false);
  const isRetryable = status >= 500 || status === 408 || status === 425 || status === 429;
  const outcome = failedOutcome(status === 429 ? 'delivery.throttled' : 'delivery.provider_rejected', detail, isRetryable);
  const after = waitIn(json) ?? retryAfter(answer, now);
  return outcome.ok || after === undefined ? outcome : { ...outcome, retryAfter: after };
};

/** Posts to a channel. `hook`: its address, null if it was lost with the vault. */
export const postToHook = (
  chat: HookChat,
  { calls: { http }, server: { clock }, connected }: HookDependencies,
  hook: string | null,
  { json, group }: HookBody,
  call: Call,
): Promise<ChannelOutcome> =>
  outcomeOf(async () => {
    if (hook === null) return failedOutcome('delivery.hook_gone', '', false);
    const headers = { 'Content-Type': 'application/json', 'User-Agent': `Tocsin/${version}` };
    const url = chat.urlOf?.(hook) ?? hook;
    const known = connected?.(hook) ?? null;
    const body = JSON.stringify(known && group ? known.withButtons(json, group) : json);
    return toOutcome(chat, await http.post(url, { headers, body, ...call, ...(known ? { isTrusted: true } : {}) }), clock.now());
  });

/** Posts to a channel of a chat. The person typed the address, so it must not lead into a private network. `sent`: the chat has it. */
export const createHookChat = (chat: HookChat, dependencies: HookDependencies): Channel =>
  createChannel<HookBody>({
    kind: chat.kind,
    render: renderingOf(chat),
    preview: ({ shown }) => ({ title: null, text: shown, isJson: false, acts: [] }),
    send: (body, { secret }, call) => postToHook(chat, dependencies, secret, body, call),
  });

export const cut = (text: string, characters: number): string => {
  if (text.length <= characters) return text;
  const start = text.slice(0, characters - 1);
  // half of a pair is no character
  return `${/[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start}…`;
};

/** Marks of Markdown are shown as they are, and nobody is mentioned: the sender’s text may hold `@channel`. */
export const plainMarkdown = (text: string): string => text.replace(/[\\*_[\]#~`>|<]/g, '\\$&').replaceAll('@', '@\u200B');

/** Title, lines and link in Markdown; `bold`: its mark. */
export const toMarkdown = ({ title, lines, link }: HookText, bold: string, characters: number): string => {
  // escapes may double the length
  const body = plainMarkdown(cut(lines.join('\n'), Math.floor((characters - 700) / 2)));
  const end = link && `[${plainMarkdown(link.label)}](${link.href})`;
  return [`${bold}${plainMarkdown(cut(title, 150))}${bold}`, body, end].filter(Boolean).join('\n');
};
