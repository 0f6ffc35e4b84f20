import type { FastifyRequest } from 'fastify';
import type { KeyPlace, SenderFormat } from './format.js';
import { toIssuedKey } from '../secrets/known-keys.js';
import { asObject, asTrimmedText } from './parsing/lenient-fields.js';

type Keyed = Pick<SenderFormat, 'keyIn'>;

const fieldsOf = (keyIn: KeyPlace): readonly string[] => ('body' in keyIn ? keyIn.body : []);

/** Of Basic the password; the user where only that has the shape of a key, as in `https://KEY@host/`. */
const keyInBasic = (value: string): string => {
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(Buffer.from(value, 'base64').toString('utf8')) ?? [];
  return toIssuedKey(password) === undefined && toIssuedKey(user) !== undefined ? user : password;
};

/** Of `Authorization`, with any scheme, also `Token token=…`. */
const keyInHeader = (header: string | undefined): string | undefined => {
  const [, scheme, value] = /^(\w+)\s+(\S+)$/.exec(header ?? '') ?? [];
  if (!scheme || !value) return undefined;
  return scheme.toLowerCase() === 'basic' ? keyInBasic(value) : value.replace(/^token=/, '');
};

/** Headers for keys that senders have beside it. */
const keyHeaders = ['x-api-key', 'api-key'];
const keyInOwnHeader = (headers: FastifyRequest['headers']): string | undefined =>
  keyHeaders.map((name) => headers[name]).find((value) => typeof value === 'string');

/** What else clients call it. Such a parameter counts only where it has the shape of a key, as it may be a field of the message. */
const otherNames: ReadonlySet<string> = new Set([
  'key',
  'apikey',
  'api_key',
  'api-key',
  'token',
  'auth_token',
  'integrationkey',
  'integration_key',
  'routing_key',
  'service_key',
]);

const ownParameter = ({ keyIn }: Keyed): string => ('query' in keyIn ? keyIn.query : 'key');

/** The name, in any case, of the parameter in the query that has the shape of a key. */
export const keyParameter = (format: Keyed, query: unknown): string | undefined => {
  const own = ownParameter(format);
  const fields = asObject(query) ?? {};
  const isKey = (value: unknown): boolean => typeof value === 'string' && toIssuedKey(value) !== undefined;
  const isOne = (name: string): boolean => name === own.toLowerCase() || otherNames.has(name);
  return [own, ...Object.keys(fields)].find((name) => isOne(name.toLowerCase()) && isKey(fields[name]));
};

/** A key in the path, a header or the query: the first that has the shape of one, as the header may be for a proxy in front. */
export const keyOutsideBody = (
  format: Keyed,
  params: Readonly<Record<string, string>>,
  { headers, query }: Pick<FastifyRequest, 'headers' | 'query'>,
): string | undefined => {
  const inQuery = (query as Record<string, unknown>)[keyParameter(format, query) ?? ownParameter(format)];
  const places = [params['key'], keyInHeader(headers.authorization), inQuery, keyInOwnHeader(headers)];
  const texts = places.filter((place) => typeof place === 'string');
  return texts.find((text) => toIssuedKey(text) !== undefined) ?? texts[0];
};

/** The key inside a parsed body; null when there is none. */
export const keyInBody = ({ keyIn }: Keyed, body: unknown): string | null => {
  const sent = asObject(body);
  return fieldsOf(keyIn).reduce<string | null>((key, field) => key ?? asTrimmedText(sent?.[field]), null);
};

/** Finds the key in the text of a body of any size; without a valid key, nothing is parsed. */
export const keyInText = ({ keyIn }: Keyed, bytes: Buffer): string | null => {
  const text = 'body' in keyIn ? bytes.toString('latin1') : '';
  return fieldsOf(keyIn).reduce<string | null>(
    (key, field) => key ?? new RegExp(`"${field}"\\s*:\\s*"([^"\\\\]{1,128})"`).exec(text)?.[1] ?? null,
    null,
  );
};
