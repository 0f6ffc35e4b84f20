import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { TokenRow } from '@tocsin/contracts/tokens/noun.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import { isTokenValid } from './token.js';

const now = '2026-11-21T03:12:00.000Z';
const coreWith = (...people: readonly Pick<PersonRow, 'id' | 'state'>[]): ServerParts =>
  partOf<ServerParts>({ clock: { now: () => now }, reads: { people: new Map(people.map((row) => [row.id, row])) } });
const token = { personId: 'bo', revoked: null, expiresAt: '2026-12-21T03:12:00.000Z' } as TokenRow;

describe('a token', () => {
  it('works while its person is active: who is disabled is out before anything has ended their tokens', () => {
    const states = ['active', 'disabled', 'erased', 'invited'] as const;
    expect(states.map((state) => isTokenValid(coreWith({ id: 'bo', state }), token))).toEqual([true, false, false, false]);
    expect(isTokenValid(coreWith(), token)).toBe(false);
  });

  it('of a service works for itself, until it is over or revoked', () => {
    const service = { ...token, personId: null };
    const revoked = { at: now, by: 'ana', because: 'revoked' as const };
    const validities = [service, { ...service, expiresAt: now }, { ...service, revoked }].map((row) => isTokenValid(coreWith(), row));
    expect(validities).toEqual([true, false, false]);
  });
});
