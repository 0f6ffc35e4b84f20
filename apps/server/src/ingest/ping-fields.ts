import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { asJson, asTrimmedText } from './parsing/lenient-fields.js';
import { toWellFormed } from './parsing/text.js';
import type { HeartbeatRef } from './reading.js';

/** As Healthchecks has them. */
export const slugPattern = /^[a-z0-9_-]{1,100}$/;

/** An exit status at the end of an address, or in a field. */
export const exitStatusOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d+$/.test(text) && Number(text) <= 255 ? Number(text) : null;

/** Free text, whatever its type is called. */
export const outputOf = (body: unknown): string | null => (typeof body === 'object' && body !== null ? asJson(body) : asTrimmedText(body));

const nameCharacters = 80;

/** A heartbeat that is named by free text. Two texts are never one: what a slug or a name leaves out is in a hash at its end. */
export const refOfName = (text: string): HeartbeatRef => {
  const name = text.trim().normalize('NFC');
  const key = name.toLowerCase();
  const hash = deriveNamedId('slug', key).slice(0, 8);
  const slug = key
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, heartbeatLimits.slugCharacters - hash.length - 1);
  return {
    by: 'name',
    slug: slug === key ? slug : `${slug || 'job'}-${hash}`,
    name: name.length > nameCharacters ? `${toWellFormed(name.slice(0, nameCharacters - hash.length - 1))} ${hash}` : name,
  };
};
