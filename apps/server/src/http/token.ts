import type { Actor } from '@tocsin/contracts/envelope.js';
import { tokenPrefix, type TokenRow } from '@tocsin/contracts/tokens/noun.js';
import { isLive } from '@tocsin/domain/setup/tokens/shared/is-live.js';
import { LRUCache } from 'lru-cache';
import { tokenHashOf } from '../secrets/hashes.js';
import type { ServerParts } from '../core/server-parts.js';

type Dependencies = Pick<ServerParts, 'clock' | 'reads' | 'side' | 'vault'>;

/** A valid token and its actor. */
export interface TokenCaller {
  readonly token: TokenRow;
  readonly actor: Actor;
}

export const isToken = (bearer: string | undefined): bearer is string => bearer?.startsWith(tokenPrefix) ?? false;

const lastUse = (tokenHash: string): string => `token:${tokenHash}`;
/** When it was last used, to the minute. */
export const lastUseOf = (parts: Dependencies, { tokenHash }: TokenRow): string | undefined => parts.side.lastUses.of(lastUse(tokenHash));

/** Whether a token is valid: not expired, not revoked, and its person active. */
export const isTokenValid = (parts: Dependencies, token: TokenRow): boolean =>
  isLive(token, parts.clock.now()) && (token.personId === null || parts.reads.people.get(token.personId)?.state === 'active');

/** The format of tokens; anything else is not hashed. */
const wellFormed = new RegExp(`^${tokenPrefix}[A-Za-z0-9_-]{43}$`);

/** Hashes of valid tokens, cached. */
const hashes = new WeakMap<Dependencies, LRUCache<string, string>>();
const hashesOf = (parts: Dependencies): LRUCache<string, string> => {
  let cache = hashes.get(parts);
  if (!cache) hashes.set(parts, (cache = new LRUCache({ max: 1_000 })));
  return cache;
};

const rowOf = (parts: Dependencies, bearer: string): TokenRow | undefined => {
  if (!wellFormed.test(bearer)) return undefined;
  const cache = hashesOf(parts);
  const hash = cache.get(bearer) ?? tokenHashOf(parts, bearer);
  const [token] = parts.reads.tokens.where('tokenHash', hash);
  if (token) cache.set(bearer, hash);
  return token;
};

/** The caller with this token; undefined when it is unknown, expired or revoked. `rolesOf`: a person’s roles for the permission table. */
export const byToken = (parts: Dependencies, bearer: string, rolesOf: (personId: string) => string[]): TokenCaller | undefined => {
  const token = rowOf(parts, bearer);
  if (!token || !isTokenValid(parts, token)) return undefined;
  parts.side.lastUses.note(lastUse(token.tokenHash), `${parts.clock.now().slice(0, 16)}:00.000Z`);
  const { id, scopes, teamId, personId } = token;
  const letBy = { id, scopes: [...scopes], teamId };
  const actor: Actor =
    personId === null
      ? { kind: 'token', id, roles: [], token: letBy }
      : { kind: 'person', id: personId, roles: rolesOf(personId), token: letBy };
  return { token, actor };
};
