import { timingSafeEqual } from 'node:crypto';
import type { ServerParts } from '../core/server-parts.js';
import type { OpenIdState } from './open-id.js';
import { openIdRoundSeal } from '../secrets/purpose-macs.js';

/** A round trip, the path that the person wanted, and until when they may return. */
export interface SealedOpenIdState extends OpenIdState {
  readonly to: string;
  readonly until: string;
}

export const roundCookie = 'tocsin_openid';

export const sealState = (parts: Pick<ServerParts, 'vault'>, round: SealedOpenIdState): string => {
  const text = Buffer.from(JSON.stringify(round)).toString('base64url');
  return `${text}.${openIdRoundSeal(parts.vault, text)}`;
};

/** Undefined when this server did not write it, or it has expired. */
export const openState = (parts: Pick<ServerParts, 'vault' | 'clock'>, value: string | undefined): SealedOpenIdState | undefined => {
  const [text = '', seal = ''] = (value ?? '').split('.');
  const right = Buffer.from(openIdRoundSeal(parts.vault, text));
  const givenSeal = Buffer.from(seal);
  if (givenSeal.length !== right.length || !timingSafeEqual(givenSeal, right)) return undefined;
  const round = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as SealedOpenIdState;
  return round.until >= parts.clock.now() ? round : undefined;
};

/** A path of this application: never another site, in any notation. */
export const localPath = (to: unknown): string => (typeof to === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(to) ? to : '/');
