import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import { asJson, asTrimmedText } from './parsing/lenient-fields.js';
import type { HeartbeatRef } from './reading.js';

/** As Healthchecks has them. */
export const slugPattern = /^[a-z0-9_-]{1,100}$/;

/** An exit status at the end of an address, or in a field. */
export const exitStatusOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d+$/.test(text) && Number(text) <= 255 ? Number(text) : null;

/** Free text, whatever its type is called. */
export const outputOf = (body: unknown): string | null => (typeof body === 'object' && body !== null ? asJson(body) : asTrimmedText(body));

/** A heartbeat that is named by free text. */
export const refOfName = (name: string): HeartbeatRef => {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return { slug: slug.slice(0, heartbeatLimits.slugCharacters) || 'job', name: name.trim().slice(0, 80) };
};
