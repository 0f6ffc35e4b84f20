import type { Actor } from '@tocsin/contracts/envelope.js';
import type { Scope } from '@tocsin/contracts/tokens/scopes.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { bo, byAdmin, byBo, byObserver, byOwner, bySystem, idOf } from '../configuration.fixture.js';
import {
  isOwner,
  hasPermissionFor,
  hasOrganisationPermission,
  hasTeamPermission,
  canActForPerson,
  canEverHave,
  roleOf,
  refuseToken,
} from './permissions.js';
import type { ConfigurationReads } from '../reads.js';

const team = idOf('7e');
const manages = { id: team, members: [{ personId: bo, role: 'manager' as const }] };
const responds = { id: team, members: [{ personId: bo, role: 'responder' as const }] };
const teamsOf = (...rows: readonly TeamRow[]): Pick<ConfigurationReads, 'teams'> => ({
  teams: { all: () => rows, get: (id: string) => rows.find((row) => row.id === id) } as never,
});
const withName = (row: typeof manages | typeof responds): TeamRow => ({ ...row, name: 'Payments', description: '', removed: false });
const byLink = { actor: { ...byOwner, via: 'email' } };
const tokenId = idOf('70');
const serviceToken = (scopes: readonly Scope[], teamId: string | null = null): Actor => ({
  kind: 'token',
  id: tokenId,
  roles: [],
  token: { id: tokenId, scopes: [...scopes], teamId },
});
const personalToken = (by: Actor, ...scopes: readonly Scope[]): Actor => ({
  ...by,
  token: { id: tokenId, scopes: [...scopes], teamId: null },
});
const byToken = { actor: serviceToken(['read']) };

describe('who may', () => {
  it('follows from the role in the organisation', () => {
    expect([byOwner, byAdmin, byBo, byObserver, bySystem].map((actor) => roleOf({ actor }))).toEqual([
      'owner',
      'admin',
      'member',
      'observer',
      null,
    ]);
    expect([byOwner, byAdmin, byBo, byObserver, bySystem].map((actor) => hasOrganisationPermission({ actor }, 'people.configure'))).toEqual(
      [true, true, false, false, true],
    );
    expect(isOwner({ actor: byAdmin })).toBe(false);
  });

  it('follows from the role in a team', () => {
    expect(hasTeamPermission({ actor: byBo }, 'service.configure', manages)).toBe(true);
    expect(hasTeamPermission({ actor: byBo }, 'service.configure', responds)).toBe(false);
    expect(hasTeamPermission({ actor: byBo }, 'alert_group.act', responds)).toBe(true);
    // a person made an observer since has no rights in a team that still lists them
    const madeObserver = { actor: { ...byBo, roles: ['observer'] } };
    expect(hasTeamPermission(madeObserver, 'service.configure', manages)).toBe(false);
    expect(hasTeamPermission(madeObserver, 'alert_group.act', responds)).toBe(false);
    expect(canEverHave({ ...madeObserver, reads: teamsOf(withName(manages)) }, 'service.configure')).toBe(false);
    expect(hasTeamPermission(byToken, 'service.configure', manages)).toBe(false);
  });

  it('is oneself, or whoever configures people', () => {
    expect(canActForPerson({ actor: byBo }, bo)).toBe(true);
    expect(canActForPerson({ actor: byBo }, idOf('99'))).toBe(false);
    expect(canActForPerson({ actor: byAdmin }, bo)).toBe(true);
    expect(canActForPerson(byToken, bo)).toBe(false);
  });

  it('is nobody who came by the link of a page', () => {
    expect(isOwner(byLink)).toBe(false);
    expect(hasOrganisationPermission(byLink, 'people.configure')).toBe(false);
    expect(canActForPerson(byLink, byOwner.id)).toBe(false);
    expect(hasTeamPermission({ actor: { ...byBo, via: 'email' } }, 'service.configure', manages)).toBe(false);
  });

  it('gives a manager of one team the alert groups of all, and a responder those of their own', () => {
    const reads = teamsOf(withName(responds), { ...withName(manages), id: idOf('7f'), members: [] });
    const asBo = { actor: byBo, reads };
    expect(hasPermissionFor(asBo, 'alert_group.act', { teamId: team })).toBe(true);
    expect(hasPermissionFor(asBo, 'alert_group.act', { teamId: idOf('7f') })).toBe(false);
    expect(hasPermissionFor(asBo, 'alert_group.act', { teamId: null, paged: true })).toBe(true);
    expect(hasPermissionFor({ actor: byBo, reads: teamsOf(withName(manages)) }, 'alert_group.act', { teamId: null })).toBe(true);
    expect(hasPermissionFor({ actor: { ...byBo, roles: ['observer'] }, reads }, 'alert_group.act', { teamId: team })).toBe(false);
    expect(hasPermissionFor({ actor: { ...byBo, roles: ['observer'] }, reads: teamsOf(withName(manages)) }, 'alert_group.act', {})).toBe(
      false,
    );
    expect(hasPermissionFor({ actor: byObserver, reads }, 'alert_group.act', { paged: true })).toBe(true);
  });

  it('lets an auditor of any role read in clear, and do nothing more', () => {
    const asAuditor = { actor: { ...byObserver, roles: ['observer', 'auditor'] } };
    expect(hasOrganisationPermission(asAuditor, 'people.addresses')).toBe(true);
    expect(hasOrganisationPermission({ actor: byObserver }, 'people.addresses')).toBe(false);
    expect(hasOrganisationPermission(asAuditor, 'people.configure')).toBe(false);
  });
});

describe('a token', () => {
  const reads = teamsOf(withName(manages));

  it('of a person does what the person may, as far as its scopes go', () => {
    expect(hasOrganisationPermission({ actor: personalToken(byOwner, 'configure') }, 'service.configure')).toBe(true);
    expect(hasOrganisationPermission({ actor: personalToken(byOwner, 'read') }, 'service.configure')).toBe(false);
    expect(hasTeamPermission({ actor: personalToken(byBo, 'configure') }, 'service.configure', responds)).toBe(false);
    expect(hasTeamPermission({ actor: personalToken(byBo, 'configure') }, 'service.configure', manages)).toBe(true);
  });

  it('never does what the table denies to tokens, not even an owner’s with every scope', () => {
    const all = {
      actor: personalToken(byOwner, 'read', 'alert_groups.act', 'page', 'configure', 'people.invite', 'teams.create', 'audit', 'metrics'),
      reads,
    };
    for (const permission of ['people.configure', 'team.configure', 'self.configure', 'sign_in.configure', 'tokens.configure'] as const) {
      expect(canEverHave(all, permission)).toBe(false);
      expect(refuseToken(all, permission)).toMatchObject({ code: 'token.not_for_this' });
    }
    expect(isOwner(all)).toBe(false);
    expect(canActForPerson(all, byOwner.id)).toBe(false);
  });

  it('of a service acts everywhere, or in its team alone', () => {
    const everywhere = { actor: serviceToken(['alert_groups.act', 'configure']), reads };
    const inTeam = { actor: serviceToken(['alert_groups.act', 'configure'], team), reads };
    const otherTeamToken = { actor: serviceToken(['alert_groups.act', 'configure'], idOf('7f')), reads };
    for (const permission of ['alert_group.act', 'service.configure'] as const) {
      expect([everywhere, inTeam, otherTeamToken].map((acting) => hasPermissionFor(acting, permission, { teamId: team }))).toEqual([
        true,
        true,
        false,
      ]);
      expect([everywhere, inTeam].map((acting) => hasPermissionFor(acting, permission, { teamId: null }))).toEqual([true, false]);
    }
  });

  it('says which scope it lacks', () => {
    expect(refuseToken({ actor: serviceToken(['read']) }, 'person.page')).toMatchObject({
      code: 'token.scope_missing',
      params: { scope: 'page' },
    });
    expect(refuseToken({ actor: serviceToken(['page']) }, 'person.page')).toBeNull();
    expect(refuseToken({ actor: byOwner }, 'people.configure')).toBeNull();
  });
});
