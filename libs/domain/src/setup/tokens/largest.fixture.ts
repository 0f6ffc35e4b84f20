import type { Fact } from '@tocsin/contracts/catalogue.js';
import { laterInstant, hash, peopleWorld, self } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem, LargeWorld, longName, many, nth, person } from '@tocsin/testing/largest/large-world.js';

const scopes = ['read'] as const;
const tokenIssued = (n: number): Fact => ({
  type: 'PersonalTokenIssued',
  data: { tokenId: nth('70', n), personId: person(1), name: longName(n), scopes: [...scopes], tokenHash: hash(n), expiresAt: laterInstant },
});
/** The tokens of a person who has issued more than a thousand over the years. */
const tokens = (): LargeWorld => peopleWorld().has('tokens', ...many(1_500, tokenIssued));
const token = (n: number) => ({ tokenId: nth('70', n), name: longName(n), scopes, tokenHash: hash(n), expiresAt: laterInstant });

export const largest: LargestCases = {
  IssuePersonalToken: () => ({ large: peopleWorld(), data: token(2_000), actor: self }),
  IssueServiceToken: () => ({ large: peopleWorld(), data: { ...token(2_000), teamId: null } }),
  RevokeToken: () => ({ large: tokens(), data: { tokenId: nth('70', 7) } }),
  EndTokensOf: () => ({ large: tokens(), data: { personId: person(1), because: 'person_disabled' }, actor: bySystem }),
};
