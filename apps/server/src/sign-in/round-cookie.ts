import { timingSafeEqual } from 'node:crypto';
import type { ServerParts } from '../core/server-parts.js';
import type { Round } from './open-id.js';
import { openIdRoundSeal } from '../secrets/keyed.js';

/** A round trip, the path that the person wanted, and until when they may return. */
export interface SealedRound extends Round {
  readonly to: string;
  readonly until: string;
}

export const roundCookie = 'tocsin_openid';

export const sealedRound = (parts: Pick<ServerParts, 'vault'>, round: SealedRound): string => {
  const text = Buffer.from(JSON.stringify(round)).toString('base64url');
  return `${text}.${openIdRoundSeal(parts.vault, text)}`;
};

/** Undefined when this server did not write it, or it has expired. */
export const openedRound = (parts: Pick<ServerParts, 'vault' | 'clock'>, value: string | undefined): SealedRound | undefined => {
  const [text = '', seal = ''] = (value ?? '').split('.');
  const right = Buffer.from(openIdRoundSeal(parts.vault, text));
  const given = Buffer.from(seal);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const round = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as SealedRound;
  return round.until >= parts.clock.now() ? round : undefined;
};

/** A path of this application: never another site, in any notation. */
export const ownPath = (to: unknown): string => (typeof to === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(to) ? to : '/');
