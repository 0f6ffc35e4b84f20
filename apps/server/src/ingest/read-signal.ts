import { fieldsOfForm, isForm } from './parsing/form.js';
import type { Normalised, SenderFormat } from './format.js';
import type { KnownKeys } from '../secrets/known-keys.js';
import { keepRaw } from './raw.js';

/** A parsed body, and its text for storage. */
export interface SentBody {
  readonly sent: unknown;
  readonly text: string;
}

/** The result of reading a body: the signal, or why there is none, and the stored form of the body. */
export interface ReadSignal {
  readonly normalised: Normalised;
  readonly raw: string;
}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Undefined for text that can’t be parsed. */
export const readText = (format: SenderFormat, text: string, contentType: string | undefined): SentBody | undefined => {
  const sent = parsedJson(text);
  if (sent !== undefined) return { sent, text };
  const fields = format.takesForms && isForm(contentType) ? fieldsOfForm(text) : undefined;
  // in a form, a key can be encoded in more ways than in JSON: the stored text is JSON, so that keys can be found in it
  return fields && { sent: fields, text: JSON.stringify(fields) };
};

/** Removes all known keys from the result. */
export const readSignal = (format: SenderFormat, readBody: SentBody, newKey: string, known: KnownKeys): ReadSignal => {
  const { body, text } = known.blanked(readBody.sent, readBody.text);
  const normalised = format.normalise(body, newKey);
  return { normalised, raw: normalised.ok ? keepRaw(text) : '' };
};
