import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { parseForm, isForm } from './parsing/form.js';
import type { JsonFields } from './parsing/lenient-fields.js';
import { parseMultipart } from './parsing/multipart.js';
import { parseXml } from './parsing/xml.js';
import type { Arrival, SenderFormat, SenderRoute } from './format.js';
import type { Reading } from './reading.js';
import type { KnownKeys } from '../secrets/known-keys.js';
import { keepRaw } from './raw-body.js';

/** A parsed body, and its text for storage. */
export interface SentBody {
  readonly sent: unknown;
  readonly text: string;
}

/** What an arrival says, and the stored form of its body. */
export interface ReadArrival {
  readonly reading: Reading;
  readonly raw: string;
}

/** An arrival before its body is parsed. */
export type ArrivalHead = Omit<Arrival, 'body'>;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A text that is itself the JSON of an object or a list: scripts encode it twice. */
const unwrapped = (sent: unknown): unknown => (typeof sent === 'string' && /^\s*[{[]/.test(sent) ? (parseJson(sent) ?? sent) : sent);

/** JSON with its characters escaped as in a form. */
const parseEscapedJson = (text: string): unknown => {
  try {
    return /^\s*%(?:7B|5B)/i.test(text) ? JSON.parse(decodeURIComponent(text.replaceAll('+', ' '))) : undefined;
  } catch {
    return undefined;
  }
};

const fieldsOf = (body: SenderRoute['body'], text: string, contentType: string | undefined): JsonFields | undefined => {
  if (body === 'json') return undefined;
  // the fields may be in the query
  if (body === 'fields' && text === '') return {};
  if (body === 'fields' && text.trimStart().startsWith('<')) return parseXml(text);
  if (body === 'fields' && text.startsWith('--')) return parseMultipart(text);
  return isForm(contentType) ? parseForm(text) : undefined;
};

const byteOrderMark = '\uFEFF';

/** Undefined for text that can’t be parsed. A byte order mark, which PowerShell and .NET put first, is no part of it. */
export const readText = ({ body }: Pick<SenderRoute, 'body'>, sentText: string, contentType: string | undefined): SentBody | undefined => {
  const text = sentText.startsWith(byteOrderMark) ? sentText.slice(1) : sentText;
  const sent = parseJson(text);
  if (sent !== undefined) return { sent: body === 'any' ? sent : unwrapped(sent), text };
  if (body === 'any') return { sent: text, text };
  const fields = parseEscapedJson(text) ?? fieldsOf(body, text, contentType);
  // in a form, a key can be encoded in more ways than in JSON: the stored text is JSON, so that keys can be found in it
  return fields === undefined ? undefined : { sent: fields, text: JSON.stringify(fields) };
};

/** Removes all known keys from the result. `keepsWhole`: a mapping reads the body, whatever the format says of it. */
export const readArrival = (
  format: SenderFormat,
  head: ArrivalHead,
  readBody: SentBody,
  newKey: string,
  knownKeys: KnownKeys,
  keepsWhole = false,
): ReadArrival => {
  const { body, text } = knownKeys.stripBody(readBody.sent, readBody.text);
  const reading = format.read({ ...head, body }, newKey);
  if (keepsWhole) return { reading, raw: keepRaw(text) };
  if (reading.kind === 'refusal') return { reading, raw: keepRaw(text.slice(0, integrationLimits.refusedLately.characters)) };
  if (reading.kind === 'ping') return { reading, raw: text === '' ? '' : keepRaw(text.slice(0, heartbeatLimits.outputCharacters)) };
  return { reading, raw: reading.kind === 'signal' ? keepRaw(text) : '' };
};
