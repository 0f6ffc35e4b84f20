import { parseForm, isForm } from './parsing/form.js';
import type { NormaliseResult, SenderFormat } from './format.js';
import type { KnownKeys } from '../secrets/known-keys.js';
import { keepRaw } from './raw-body.js';

/** A parsed body, and its text for storage. */
export interface SentBody {
  readonly sent: unknown;
  readonly text: string;
}

/** The result of reading a body: the signal, or why there is none, and the stored form of the body. */
export interface ReadSignal {
  readonly normalised: NormaliseResult;
  readonly raw: string;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const byteOrderMark = '\uFEFF';

/** Undefined for text that can’t be parsed. A byte order mark, which PowerShell and .NET put first, is no part of it. */
export const readText = (format: SenderFormat, sentText: string, contentType: string | undefined): SentBody | undefined => {
  const text = sentText.startsWith(byteOrderMark) ? sentText.slice(1) : sentText;
  const sent = parseJson(text);
  if (sent !== undefined) return { sent, text };
  const fields = format.takesForms && isForm(contentType) ? parseForm(text) : undefined;
  // in a form, a key can be encoded in more ways than in JSON: the stored text is JSON, so that keys can be found in it
  return fields && { sent: fields, text: JSON.stringify(fields) };
};

/** Removes all known keys from the result. */
export const readSignal = (format: SenderFormat, readBody: SentBody, newKey: string, knownKeys: KnownKeys): ReadSignal => {
  const { body, text } = knownKeys.stripBody(readBody.sent, readBody.text);
  const normalised = format.normalise(body, newKey);
  return { normalised, raw: normalised.ok ? keepRaw(text) : '' };
};
