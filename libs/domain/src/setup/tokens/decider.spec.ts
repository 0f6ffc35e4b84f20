import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import * as tokenLimits from '@tocsin/contracts/tokens/limits.js';
import { permissions } from '@tocsin/contracts/permissions.js';
import type { TokenFact } from '@tocsin/contracts/tokens/noun.js';
import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { react } from '@tocsin/kernel/react/process.js';
import { ana, bo, byAdmin, byBo, byOwner, bySystem, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { boDisabled, boMadeOwner } from '../people/facts.fixture.js';
import { teamCreated, teamId } from '../teams/facts.fixture.js';
import { tokensDecider } from './decider.js';
import { anasToken, anasTokenId, anasTokenRevoked, bosToken, bosTokenId, robotId, robotIssued } from './facts.fixture.js';
import { tokenDepartureProcess } from './departure.process.js';
import { tokensView } from './views.js';
import { isLive } from './shared/is-live.js';

const reads = readsAfter(teamCreated);
const now = '2026-11-20T09:00:00.000Z';
const [owner, admin, member] = [byOwner, byAdmin, byBo].map((actor) => ({ actor, reads, now })) as [object, object, object];
const issuedToken = { scopes: ['read'], tokenHash: 'hash-new', expiresAt: '2027-02-18T09:00:00.000Z' };

describe('issuing a token of one’s own', () => {
  const command = { type: 'IssuePersonalToken', data: { name: 'Script', ...issuedToken } };

  it('records whose it is and its hash, and never the token', () => {
    expect(given(tokensDecider).when(command, member).facts()).toEqual([
      { type: 'PersonalTokenIssued', data: { tokenId: expect.any(String), personId: bo, name: 'Script', ...issuedToken } },
    ]);
  });

  it('is refused when a living one of theirs has the name; of others it may', () => {
    expect(given(tokensDecider, [bosToken]).when(command, member).refusal()).toBe('token.name_taken');
    expect(
      given(tokensDecider, [anasToken])
        .when({ ...command, data: { ...command.data, name: 'laptop' } }, member)
        .types(),
    ).toEqual(['PersonalTokenIssued']);
  });

  it('gives the name free once the token is over', () => {
    expect(
      given(tokensDecider, [bosToken])
        .when(command, { ...member, now: '2027-02-19T00:00:00.000Z' })
        .types(),
    ).toEqual(['PersonalTokenIssued']);
  });

  it('is refused to service tokens, and to people by a token', () => {
    const letBy = { id: robotId, scopes: ['read', 'configure'], teamId: null };
    const byRobot: Actor = { kind: 'token', id: robotId, roles: [], token: letBy };
    expect(given(tokensDecider).when(command, { actor: byRobot, reads }).refusal()).toBe('permission.denied');
    expect(
      given(tokensDecider)
        .when(command, { actor: { ...byOwner, token: letBy }, reads })
        .refusal(),
    ).toBe('permission.denied');
  });

  it(`stops at ${tokenLimits.tokensPerPerson} living ones`, () => {
    const manyTokens = Array.from({ length: tokenLimits.tokensPerPerson }, (_, n): TokenFact => {
      const fact = bosToken as Extract<TokenFact, { type: 'PersonalTokenIssued' }>;
      return { ...fact, data: { ...fact.data, tokenId: idOf(`7${n + 100}`), name: `Token ${n}` } };
    });
    expect(given(tokensDecider, manyTokens).when(command, member).refusal()).toBe('limit.tokens');
    expect(given(tokensDecider, manyTokens.slice(1)).when(command, member).types()).toEqual(['PersonalTokenIssued']);
  });
});

describe('issuing a service token', () => {
  const command = { type: 'IssueServiceToken', data: { name: 'Robot', teamId: null, ...issuedToken } };

  it('takes an admin, and a team that is there', () => {
    expect(given(tokensDecider).when(command, admin).types()).toEqual(['ServiceTokenIssued']);
    expect(given(tokensDecider).when(command, member).refusal()).toBe('permission.denied');
    expect(
      given(tokensDecider)
        .when({ ...command, data: { ...command.data, teamId } }, owner)
        .types(),
    ).toEqual(['ServiceTokenIssued']);
    expect(
      given(tokensDecider)
        .when({ ...command, data: { ...command.data, teamId: idOf('99') } }, owner)
        .refusal(),
    ).toBe('team.not_found');
    const teamRemoved: Fact = { type: 'TeamRemoved', data: { teamId, name: 'Payments' } };
    const withoutTeam = { ...owner, reads: readsAfter(teamCreated, teamRemoved) };
    const ofTeam = { ...command, data: { ...command.data, teamId } };
    expect(given(tokensDecider).when(ofTeam, withoutTeam).refusal()).toBe('team.not_found');
  });
});

describe('revoking', () => {
  const revoke = (tokenId: string) => ({ type: 'RevokeToken', data: { tokenId } });
  const tokens = given(tokensDecider, [anasToken, bosToken, robotIssued]);

  it('is for whose it is, and for admins', () => {
    expect(tokens.when(revoke(bosTokenId), member).types()).toEqual(['TokenRevoked']);
    expect(tokens.when(revoke(bosTokenId), admin).types()).toEqual(['TokenRevoked']);
    expect(tokens.when(revoke(anasTokenId), member).refusal()).toBe('permission.denied');
    expect(tokens.when(revoke(robotId), member).refusal()).toBe('permission.denied');
  });

  it('does nothing the second time, and says when there is none', () => {
    expect(given(tokensDecider, [anasToken, anasTokenRevoked]).when(revoke(anasTokenId), owner).nothing()).toBe(true);
    expect(given(tokensDecider).when(revoke(anasTokenId), owner).refusal()).toBe('token.not_found');
  });
});

describe('somebody who is disabled', () => {
  it('loses their tokens for good, and nobody else’s', () => {
    const commands = react([tokenDepartureProcess], recordedFacts([boDisabled])[0]!, new Map()).map(({ command }) => command);
    expect(commands).toEqual([{ type: 'EndTokensOf', data: { personId: bo, because: 'person_disabled' } }]);
    const endDecision = given(tokensDecider, [anasToken, bosToken, robotIssued]).when(commands[0]!, { actor: bySystem, reads });
    expect(endDecision.facts()).toEqual([{ type: 'TokenRevoked', data: { tokenId: bosTokenId, because: 'person_disabled' } }]);
    expect(given(tokensDecider, [bosToken]).when(commands[0]!, owner).refusal()).toBe('permission.denied');
  });

  it('takes the names of theirs along, those of ended ones too', () => {
    const revoked: TokenFact = { type: 'TokenRevoked', data: { tokenId: bosTokenId, because: 'revoked' } };
    const command = { type: 'EndTokensOf', data: { personId: bo, because: 'person_disabled' } };
    const [gone] = given(tokensDecider, [bosToken, revoked]).when(command, { actor: bySystem, reads }).facts() as [TokenFact];
    const rows = foldRows(tokensView, recordedFacts([bosToken, revoked, gone]));
    expect(rows.get(bosTokenId)).toMatchObject({ name: '', revoked: { because: 'revoked' } });
    expect(given(tokensDecider, [bosToken, revoked, gone]).when(command, { actor: bySystem, reads }).nothing()).toBe(true);
  });
});

describe('somebody who is made an owner', () => {
  const reactTo = (fact: Fact) => react([tokenDepartureProcess], recordedFacts([fact])[0]!, new Map()).map(({ command }) => command);

  it('loses the tokens of before: whoever was in the account may have one', () => {
    const [command] = reactTo(boMadeOwner);
    const endDecision = given(tokensDecider, [anasToken, bosToken, robotIssued]).when(command!, { actor: bySystem, reads });
    expect(endDecision.facts()).toEqual([{ type: 'TokenRevoked', data: { tokenId: bosTokenId, because: 'made_owner' } }]);
    const revoked: TokenFact = { type: 'TokenRevoked', data: { tokenId: bosTokenId, because: 'revoked' } };
    expect(given(tokensDecider, [bosToken, revoked]).when(command!, { actor: bySystem, reads }).nothing()).toBe(true);
    expect(reactTo({ type: 'PersonRoleChanged', data: { personId: bo, role: 'admin' } })).toEqual([]);
  });

  it('may do by a token only what an admin’s may', () => {
    const more = Object.entries(permissions).filter(([, { token, owner, admin }]) => token !== 'no' && owner !== admin);
    expect(more).toEqual([]);
  });
});

describe('the row of a token', () => {
  const [row] = [...foldRows(tokensView, recordedFacts([anasToken])).values()];

  it('says who issued it, and lives until its end', () => {
    expect(row).toMatchObject({ kind: 'personal', personId: ana, issuedBy: ana, scopes: ['read'], revoked: null });
    expect([isLive(row!, '2027-02-18T08:59:59.999Z'), isLive(row!, '2027-02-18T09:00:00.000Z')]).toEqual([true, false]);
  });

  it('stays when it was revoked: the history names it', () => {
    const [endedRow] = [...foldRows(tokensView, recordedFacts([anasToken, anasTokenRevoked])).values()];
    expect(endedRow).toMatchObject({ name: 'Laptop', revoked: { by: ana, because: 'revoked' } });
    expect(isLive(endedRow!, now)).toBe(false);
  });
});
