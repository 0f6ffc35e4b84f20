import { z } from 'zod';
import { instant, readablePersonal, type Personal } from '../ids.js';
import { limits } from '../limits.js';
import { command, event, type Messages } from '../message.js';
import type { Examples } from '../examples.js';

export { refusals } from './refusals.js';

/** Keys and indexes from `data` of an event down to one text. A list, because names of labels hold dots. */
export const textPath = z.array(z.string().min(1).max(200)).min(1).max(12);
export type TextPath = z.infer<typeof textPath>;

const place = { ordinal: z.number().int().positive(), path: textPath };

/** Facts of the stream `redactions`. */
export const events = {
  TextRedacted: event(
    1,
    ['alerts', 'Text redacted'],
    'A text in an older event was redacted: it is no longer shown anywhere. Text written by a person is destroyed permanently.',
    z.object({
      ...place,
      /** The stream of that event. */
      stream: z.string(),
    }),
  ),
};
export type RedactionFact = Messages<typeof events>;

export const commands = {
  RedactText: command('Redact a text in the history', 'person.erase', z.strictObject(place)),
};

export const examples: Examples<typeof commands> = {
  RedactText: { body: { ordinal: 1, path: ['text'] }, refusedAs: 'redaction.not_found' },
};

const leaves = new Set(['text', 'title', 'summary', 'details', 'detail', 'description', 'note', 'comment', 'raw', 'href']);
const maps = new Set(['labels', 'commonLabels']);

/** Elsewhere a reason is a code. */
const isReasonOfOverride = (path: TextPath): boolean =>
  path.at(-1) === 'reason' && (/^(?:overrides?|temporary)$/.test(path[0]!) || path.includes('command'));

/** The filter of a bulk action: it contains what its person searched for. */
const isFilterOfBulkAct = (path: TextPath): boolean => path.length === 1 && path[0] === 'filter';

/** Free text that no decision or look-up depends on: it can be redacted without other changes. */
export const isRedactable = (path: TextPath): boolean =>
  leaves.has(path.at(-1)!) ||
  maps.has(path.at(-2) ?? '') ||
  (path.at(-1) === 'name' && path.includes('alerts')) ||
  isReasonOfOverride(path) ||
  isFilterOfBulkAct(path);

/** Replacement text. */
export const redactedText = '[redacted]';

/** A person’s text, as displayed. */
export const textOrErased = (text: Personal<string>): string => readablePersonal(text, redactedText);

/** The same where it is changed: nothing is left of one that was redacted, and its words are no new text. */
export const toEditableText = (text: Personal<string>): string => (text === redactedText ? '' : readablePersonal(text, ''));

/** `POST /api/erasure/search` */
export const textSearchRequest = z.strictObject({ texts: z.array(z.string().trim().min(2).max(200)).min(1).max(20) });

export const textHit = z.object({
  ...place,
  type: z.string(),
  stream: z.string(),
  at: instant,
  /** The text around the match. */
  excerpt: z.string(),
  /** False for a name of an entity: change that instead. */
  redactable: z.boolean(),
});
export type TextHit = z.infer<typeof textHit>;

/**
 * The answer of a text search: at most `limits.textHits` hits. `more`: there are others. `events`: the number of events that
 * were searched.
 */
export const textSearchAnswer = z.object({ hits: z.array(textHit).max(limits.textHits), more: z.boolean(), events: z.number().int() });
export type TextSearchAnswer = z.infer<typeof textSearchAnswer>;
