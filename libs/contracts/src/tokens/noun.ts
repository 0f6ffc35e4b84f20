import { z } from 'zod';
import { id, instant, name, personal, typedName } from '../ids.js';
import * as tokenLimits from './limits.js';
import { command, event, type Messages } from '../message.js';
import { scopeNames } from './scopes.js';
import { exampleIds as ids, type Examples } from '../examples.js';

export { refusals } from './refusals.js';

const scope = z.enum(scopeNames);
const because = z.enum(['revoked', 'person_disabled', 'made_owner']);
/** The ordinal of the log that a token is bound to: it reads as of then, whatever it asks. Absent: it reads what is now. */
const asOf = z.number().int().min(1).optional();
const issued = { tokenId: id, scopes: z.array(scope), tokenHash: z.string(), expiresAt: instant, asOf };

/** Facts of the stream `tokens`. A token itself is never in an event: a keyed hash is. */
export const events = {
  PersonalTokenIssued: event(
    1,
    ['access', 'Personal token issued'],
    'A person issued a token for their own programs: it has their permissions, limited by its scopes.',
    z.object({ personId: id, name: personal(name), ...issued }),
    [{ path: 'name', subject: ({ personId }) => `person:${personId}` }],
  ),
  ServiceTokenIssued: event(
    1,
    ['access', 'Service token issued'],
    'A service token was issued: a program that acts under its own name, everywhere or in one team.',
    z.object({ teamId: id.nullable(), name, ...issued }),
  ),
  TokenRevoked: event(
    1,
    ['access', 'Token revoked'],
    'A token was revoked, by a person, or because its person was disabled or made an owner.',
    z.object({ tokenId: id, because }),
  ),
};
export type TokenFact = Messages<typeof events>;

const tokenRequest = {
  tokenId: id.optional(),
  name: typedName,
  scopes: z
    .array(scope)
    .min(1)
    .transform((grantedScopes) => scopeNames.filter((one) => grantedScopes.includes(one))),
  days: z.number().int().min(1).max(tokenLimits.tokenDays.max).default(tokenLimits.tokenDays.default),
  asOf,
};

export const commands = {
  IssuePersonalToken: command('Issue a personal token', 'self.configure', z.strictObject(tokenRequest)),
  IssueServiceToken: command('Issue a service token', 'tokens.configure', z.strictObject({ ...tokenRequest, teamId: id.nullable() })),
  RevokeToken: command('Revoke a token', 'self.configure', z.strictObject({ tokenId: id })),
};

export const examples: Examples<typeof commands> = {
  IssuePersonalToken: { about: 'own thing', body: { name: 'Dashboard', scopes: ['read'] } },
  IssueServiceToken: { body: { name: 'Status board', scopes: ['read'], teamId: ids.team } },
  RevokeToken: { body: { tokenId: ids.token } },
};

/** The state of a token. Without the permission to configure tokens, other people’s are shown without name and scopes. */
export const tokenRow = z.object({
  id,
  kind: z.enum(['personal', 'service']),
  /** Its owner; null: a service token. */
  personId: id.nullable(),
  /** A service token that acts in this team alone. */
  teamId: id.nullable(),
  /** The name of a personal token, readable until its person is erased. */
  name: personal(z.string()),
  scopes: z.array(scope),
  tokenHash: z.string(),
  issuedAt: instant,
  issuedBy: z.string(),
  expiresAt: instant,
  asOf,
  revoked: z.object({ at: instant, by: z.string(), because }).nullable(),
});
export type TokenRow = z.infer<typeof tokenRow>;
export const tokenShown = tokenRow.omit({ tokenHash: true });
export type TokenShown = z.infer<typeof tokenShown>;

/**
 * The answer of `GET /api/tokens/last-uses`: when each token was used last, to the minute, and what programs read by it, by tool and
 * day. A missing token was not used, or not since a restore.
 */
export const tokenUses = z.object({
  uses: z.record(z.string(), instant),
  reads: z.record(z.string(), z.array(z.object({ tool: z.string(), day: z.iso.date(), times: z.number().int() }))),
});
export type TokenUses = z.infer<typeof tokenUses>;

/** Prefix of all tokens, so that secret scanners find leaked ones. */
export const tokenPrefix = 'tsn_';

/** Response rows by view name. */
export const views = { tokens: tokenShown };
