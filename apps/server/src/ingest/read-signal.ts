import { fieldsOfForm, isForm } from './parsing/form.js';
import type { Normalised, SenderFormat } from './format.js';
import type { KnownKeys } from '../secrets/known-keys.js';
import { keepRaw } from './raw.js';

/** What a body says, and the text of it that is kept. */
export interface Said {
  readonly sent: unknown;
  readonly text: string;
}

/** What a signal is made of: the signal, or why there is none, and its body as it is kept. */
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

/** Undefined for text that can’t be read. */
export const readText = (format: SenderFormat, text: string, contentType: string | undefined): Said | undefined => {
  const sent = parsedJson(text);
  if (sent !== undefined) return { sent, text };
  const fields = format.takesForms && isForm(contentType) ? fieldsOfForm(text) : undefined;
  // a key may be written in more ways in a form than in JSON: what is kept of it is JSON
  return fields && { sent: fields, text: JSON.stringify(fields) };
};

/** No key that is known stands in what comes of it. */
export const readSignal = (format: SenderFormat, readBody: Said, newKey: string, known: KnownKeys): ReadSignal => {
  const { body, text } = known.blanked(readBody.sent, readBody.text);
  const normalised = format.normalise(body, newKey);
  return { normalised, raw: normalised.ok ? keepRaw(text) : '' };
};
