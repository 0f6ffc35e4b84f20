import { readablePersonal, type Personal } from '@tocsin/contracts/ids.js';
import * as tokenLimits from '@tocsin/contracts/tokens/limits.js';
import type { TokenFact, TokenRow } from '@tocsin/contracts/tokens/noun.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import type { Table } from '@tocsin/kernel/rows/table.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import type { ConfigurationContext } from '../../reads.js';
import { refusePermission, isSystem, hasOrganisationPermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import {
  requireFreeName,
  requireNewId,
  isOwn,
  requireWithinLimit,
  requirePermission,
  requireOneself,
  type About,
} from '../../rules/settings-checks.js';
import { settingsNoun } from '../../rules/settings-noun.js';
import type { TokenCommand } from './commands.js';
import { isLive } from './shared/is-live.js';
import { tokenFold } from './views.js';

type Data<T extends TokenCommand['type']> = DataOf<TokenCommand, T>;
type AnyToken = About<TokenRow, unknown>;

const tokens = settingsNoun<TokenRow, TokenCommand, TokenFact>({
  category: 'tokens',
  fold: tokenFold,
  newId: 'token',
});

const liveOwnTokens = ({ rows, context: { actor, now } }: AnyToken) =>
  rows.values().filter((row) => row.personId === actor.id && isLive(row, now));
const liveServiceTokens = ({ rows, context: { now } }: AnyToken) =>
  rows.values().filter((row) => row.kind === 'service' && isLive(row, now));

const requireNewToken = requireNewId<TokenRow, { readonly name: Personal<string> }>(({ name }) => readablePersonal(name));

const mayRevoke = (about: AnyToken) =>
  isOwn(about) || hasOrganisationPermission(about.context, 'tokens.configure')
    ? null
    : refusePermission('its person, an owner or an admin');
/** What is read as of a moment can’t be acted on, and current addresses are not part of it. */
const requireReadsOnlyThePast = ({ data: { asOf, scopes } }: About<TokenRow, Pick<Data<'IssueServiceToken'>, 'asOf' | 'scopes'>>) =>
  asOf !== undefined && scopes.some((scope) => scope !== 'read') ? refuse('token.past_only_reads', {}, 'scopes') : null;
const requireTeam = ({ data: { teamId }, context }: About<TokenRow, Data<'IssueServiceToken'>>) =>
  teamId !== null && context.reads.teams.get(teamId)?.removed !== false ? refuse('team.not_found', {}, 'teamId') : null;

const endAllOf = (
  { personId, because }: Data<'EndTokensOf'>,
  rows: Table<TokenRow>,
  context: ConfigurationContext,
): Decision<TokenFact> => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  // for a person who leaves, also tokens that ended before: their names are removed
  const isToEnd = ({ revoked, name }: TokenRow): boolean => revoked === null || (because === 'person_disabled' && name !== '');
  const ofPerson = rows.values().filter((row) => row.personId === personId && isToEnd(row));
  return ofPerson.slice(0, tokenLimits.tokensEndedTogether).map(({ id }) => ({ type: 'TokenRevoked', data: { tokenId: id, because } }));
};

/** Tokens of people and services: the stream `tokens`. All ever issued: there are few, and revoked ones still have a name in the history. */
export const tokensDecider = tokens.decider({
  IssuePersonalToken: tokens.save({
    may: requireOneself,
    checks: [
      requireReadsOnlyThePast,
      requireNewToken,
      requireFreeName('token.name_taken', liveOwnTokens),
      requireWithinLimit(tokenLimits.tokensPerPerson, 'limit.tokens', liveOwnTokens),
    ],
    settings: ({ data: { tokenId: _tokenId, ...issued }, context: { actor } }) => ({ personId: actor.id, ...issued }),
    fact: (tokenId, settings) => ({ type: 'PersonalTokenIssued', data: { tokenId, ...settings } }),
  }),
  IssueServiceToken: tokens.save({
    may: requirePermission('tokens.configure', 'an owner or an admin'),
    checks: [
      requireReadsOnlyThePast,
      requireTeam,
      requireNewToken,
      requireFreeName('token.name_taken', liveServiceTokens),
      requireWithinLimit(tokenLimits.serviceTokens, 'limit.tokens', liveServiceTokens),
    ],
    settings: ({ data: { tokenId: _tokenId, ...issued } }) => issued,
    fact: (tokenId, settings) => ({ type: 'ServiceTokenIssued', data: { tokenId, ...settings } }),
  }),
  RevokeToken: tokens.act({
    may: mayRevoke,
    missing: 'token.not_found',
    fact: ({ id: tokenId, row }) => (row.revoked ? null : { type: 'TokenRevoked', data: { tokenId, because: 'revoked' } }),
  }),
  EndTokensOf: endAllOf,
});

const sameInput = sameFor<TokenCommand>();

export const inputs: InputsOf<TokenFact, TokenCommand> = {
  PersonalTokenIssued: ({ personId: _personId, ...data }) => ({ type: 'IssuePersonalToken', data }),
  ServiceTokenIssued: sameInput('IssueServiceToken'),
  TokenRevoked: ({ tokenId }) => ({ type: 'RevokeToken', data: { tokenId } }),
};
