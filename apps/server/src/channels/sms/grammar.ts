import type { PageAct } from '@tocsin/contracts/alert-groups/page-link.js';

/** What a reply asks for: an act, on the alert group of this number or, without one, on the only one that is unanswered. */
export interface ParsedReply {
  readonly act: Extract<PageAct['act'], 'acknowledge' | 'answer' | 'pass_on' | 'resolve'>;
  readonly number: number | null;
  /** On all that the message with it named. */
  readonly isForAll?: true;
}

/** Words that providers answer and act on themselves (twilio.com, “Opt-out keywords”): they are no replies. */
const ofProvider = /^(?:stop|stopall|unsubscribe|cancel|end|quit|revoke|optout|start|yes|unstop|help|info)$/;
const stops = /^(?:stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)$/;
/** Its number gets no more SMS: the provider refuses them from now on. */
export const isStop = (text: string): boolean => stops.test(text.trim().toLowerCase());
export const isForProvider = (text: string): boolean => ofProvider.test(text.trim().toLowerCase());

const words: readonly (readonly [RegExp, ParsedReply['act'], Pick<ParsedReply, 'isForAll'>?])[] = [
  [/^aa$/, 'acknowledge', { isForAll: true }],
  [/^cc$/, 'resolve', { isForAll: true }],
  [/^a(?:ck\p{L}*)?$/u, 'acknowledge'],
  [/^(?:c|close|resolved?)$/, 'resolve'],
  [/^(?:e|pass(?:on)?)$/, 'pass_on'],
  [/^s(?:een)?$/, 'answer'],
];

/** `1042a`, `a 1042`, `#1042 ack`, `a`, `1042aa`; null: anything else. */
export const parseReply = (text: string): ParsedReply | null => {
  const plain = text.toLowerCase().replace(/[\s"'“”‘’„.,!#:]+/g, '');
  const [, before, word = '', after] = /^(\d*)(\p{L}+)(\d*)$/u.exec(plain) ?? [];
  const [, act, all] = words.find(([pattern]) => pattern.test(word)) ?? [];
  if (!act || (before && after)) return null;
  const number = before || after;
  return { act, number: number ? Number(number) : null, ...all };
};
