import { isErased, readablePersonal, type Personal } from '@tocsin/contracts/ids.js';
import * as tokenLimits from '@tocsin/contracts/tokens/limits.js';
import type { TokenFact, TokenRow } from '@tocsin/contracts/tokens/noun.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { Table } from '@tocsin/kernel/rows/table.js';
import { isNameTaken } from '../../rules/names.js';
import { refusePermission, isSystem, hasOrganisationPermission, canActForPerson } from '../../rules/permissions.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import type { TokenCommand } from './commands.js';
import { tokenFold } from './views.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { isLive } from './shared/is-live.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';

/** All tokens ever issued, by id: there are few, and revoked ones still have a name in the history. */
export type TokensState = Table<TokenRow>;
type Data<T extends TokenCommand['type']> = DataOf<TokenCommand, T>;
type TokenDecision = Decision<TokenFact>;

/** Why no more tokens can be issued; null: one can. */
const refuseToken = (otherTokens: readonly TokenRow[], name: Personal<string>, now: string, limit: number) => {
  const liveTokens = otherTokens.filter((row) => isLive(row, now));
  // in a replay, names erased since can’t be compared
  const namedTokens = liveTokens.flatMap(({ id, name: other }) => (isErased(other) ? [] : [{ id, name: other }]));
  if (!isErased(name) && isNameTaken(namedTokens, name)) return refuse('token.name_taken', {}, 'name');
  return liveTokens.length >= limit ? refuse('limit.tokens', { limit }) : null;
};

const issuePersonal = (data: Data<'IssuePersonalToken'>, state: TokensState, context: ConfigurationContext): TokenDecision => {
  const { actor, now } = context;
  const personId = actor.id;
  if (actor.kind !== 'person' || !canActForPerson(context, personId)) return refusePermission('the person');
  const tokenId = data.tokenId ?? context.newId('token');
  if (state.get(tokenId)) return refuse('conflict.revision', { name: readablePersonal(data.name) });
  const ownTokens = state.values().filter((row) => row.personId === personId);
  const { name, scopes, tokenHash, expiresAt } = data;
  const tokenRefusal = refuseToken(ownTokens, name, now, tokenLimits.tokensPerPerson);
  return tokenRefusal ?? [{ type: 'PersonalTokenIssued', data: { tokenId, personId, name, scopes, tokenHash, expiresAt } }];
};

const issueService = (data: Data<'IssueServiceToken'>, state: TokensState, context: ConfigurationContext): TokenDecision => {
  if (!hasOrganisationPermission(context, 'tokens.configure')) return refusePermission('an owner or an admin');
  const { name, scopes, teamId, tokenHash, expiresAt } = data;
  if (teamId !== null && context.reads.teams.get(teamId)?.removed !== false) return refuse('team.not_found', {}, 'teamId');
  const tokenId = data.tokenId ?? context.newId('token');
  if (state.get(tokenId)) return refuse('conflict.revision', { name });
  const otherTokens = state.values().filter(({ kind }) => kind === 'service');
  const tokenRefusal = refuseToken(otherTokens, name, context.now, tokenLimits.serviceTokens);
  return tokenRefusal ?? [{ type: 'ServiceTokenIssued', data: { tokenId, teamId, name, scopes, tokenHash, expiresAt } }];
};

const revoke = ({ tokenId }: Data<'RevokeToken'>, state: TokensState, context: ConfigurationContext): TokenDecision => {
  const row = state.get(tokenId);
  const isOwn = row?.personId === context.actor.id && canActForPerson(context, context.actor.id);
  if (!isOwn && !hasOrganisationPermission(context, 'tokens.configure')) return refusePermission('its person, an owner or an admin');
  if (!row) return refuse('token.not_found');
  return row.revoked ? new Nothing() : [{ type: 'TokenRevoked', data: { tokenId, because: 'revoked' } }];
};

const endAllOf = ({ personId, because }: Data<'EndTokensOf'>, state: TokensState, context: ConfigurationContext): TokenDecision => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  // for a person who leaves, also tokens that ended before: their names are removed
  const isToEnd = ({ revoked, name }: TokenRow): boolean => revoked === null || (because === 'person_disabled' && name !== '');
  const ofPerson = state.values().filter((row) => row.personId === personId && isToEnd(row));
  return ofPerson.slice(0, tokenLimits.tokensEndedTogether).map(({ id }) => ({ type: 'TokenRevoked', data: { tokenId: id, because } }));
};

const singleStream = () => '';

/** Tokens of people and services: the stream `tokens`. */
export const tokensDecider: Decider<TokensState, TokenCommand, TokenFact, ConfigurationReads> = {
  category: 'tokens',
  isSingle: true,
  initial: Table.empty(),
  sequenceOf: () => configurationSequence,
  streamId: { IssuePersonalToken: singleStream, IssueServiceToken: singleStream, RevokeToken: singleStream, EndTokensOf: singleStream },
  decide: { IssuePersonalToken: issuePersonal, IssueServiceToken: issueService, RevokeToken: revoke, EndTokensOf: endAllOf },
  evolve: evolveOf<TokensState, TokenRow, TokenFact>(
    tokenFold,
    (state, id) => state.get(id),
    (state, id, row) => state.with(id, row),
  ),
};

const sameInput = sameFor<TokenCommand>();

/** The command that each fact was decided by. */
export const inputs: InputsOf<TokenFact, TokenCommand> = {
  PersonalTokenIssued: ({ personId: _personId, ...data }) => ({ type: 'IssuePersonalToken', data }),
  ServiceTokenIssued: sameInput('IssueServiceToken'),
  TokenRevoked: ({ tokenId }) => ({ type: 'RevokeToken', data: { tokenId } }),
};
