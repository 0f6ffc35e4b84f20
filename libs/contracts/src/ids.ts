import { z } from 'zod';
import { parseInstant } from './instant.js';
import * as accessLimits from './access/limits.js';

/** A UUID in any version; entities made by Tocsin carry a UUIDv7. */
export const id = z.guid();

/** An instant, RFC 3339 with any offset; once parsed in UTC with milliseconds: `2026-11-21T03:12:00.000Z`. */
export const instant = z
  .stringFormat('datetime', (text) => parseInstant(text) !== null, { abort: true })
  .overwrite((text) => parseInstant(text) ?? text);

/** The name of a configuration entity: 1–80 characters, no leading or trailing space. */
export const name = z.string().trim().min(1).max(80);

/** The key by which files and importers know a thing: unique among things of its kind. */
export const externalKey = z.string().trim().min(1).max(200);

/** Breaks a line, is half a character, or turns the text around it to the other side. */
const harmful = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name typed by a person: visible, and safe inside a sentence, a subject or a message. */
export const typedName = name.refine(
  // the empty text has its own message
  (text) => text === '' || (visible.test(text) && !harmful.test(text)),
  'A name needs something that can be seen, in one line, and no marks that turn text around.',
);

/** A password that is chosen here. */
export const password = z.string().min(accessLimits.passwordCharacters.min).max(accessLimits.passwordCharacters.max);

/** Replaces the value of a personal field after its subject’s key was destroyed. */
export const erased = z.object({ erased: z.literal(true) });
export type Erased = z.infer<typeof erased>;
export const ERASED: Erased = { erased: true };

/**
 * The schema of a field that is encrypted under a key of its subject, or under one of its own: the value, or `erased` once
 * that key was destroyed.
 */
export const personal = <S extends z.ZodType>(schema: S) => z.union([schema, erased]);
export type Personal<T> = T | Erased;

export const isErased = (value: unknown): value is Erased =>
  typeof value === 'object' && value !== null && (value as { erased?: unknown }).erased === true;

/** The value, or `erasedWords` once it was erased; empty for no value. */
export const readablePersonal = (value: Personal<string> | null | undefined, erasedWords = 'erased person'): string =>
  value === null || value === undefined ? '' : isErased(value) ? erasedWords : value;
