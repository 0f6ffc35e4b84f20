import { bo, byAdmin, byBo, byObserver, byOwner, bySystem, idOf } from './configuration.fixture.js';
import { isOwner, mayEverywhere, mayInTeam, maySelf, roleOf } from './permissions.js';

const manages = [{ personId: bo, role: 'manager' as const }];
const responds = [{ personId: bo, role: 'responder' as const }];
const byLink = { actor: { ...byOwner, via: 'email' } };
const byToken = { actor: { kind: 'token' as const, id: bo, roles: [] } };

describe('who may', () => {
  it('follows from the role in the organisation', () => {
    expect([byOwner, byAdmin, byBo, byObserver, bySystem].map((actor) => roleOf({ actor }))).toEqual([
      'owner',
      'admin',
      'member',
      'observer',
      null,
    ]);
    expect([byOwner, byAdmin, byBo, byObserver, bySystem].map((actor) => mayEverywhere({ actor }, 'people.configure'))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
    expect(isOwner({ actor: byAdmin })).toBe(false);
  });

  it('follows from the role in a team', () => {
    expect(mayInTeam({ actor: byBo }, 'service.configure', manages)).toBe(true);
    expect(mayInTeam({ actor: byBo }, 'service.configure', responds)).toBe(false);
    expect(mayInTeam({ actor: byBo }, 'alert_group.act', responds)).toBe(true);
    expect(mayInTeam({ actor: byObserver }, 'service.configure', manages)).toBe(false);
    expect(mayInTeam(byToken, 'service.configure', manages)).toBe(false);
  });

  it('is oneself, or whoever configures people', () => {
    expect(maySelf({ actor: byBo }, bo)).toBe(true);
    expect(maySelf({ actor: byBo }, idOf('99'))).toBe(false);
    expect(maySelf({ actor: byAdmin }, bo)).toBe(true);
    expect(maySelf(byToken, bo)).toBe(false);
  });

  it('is nobody who came by the link of a page', () => {
    expect(isOwner(byLink)).toBe(false);
    expect(mayEverywhere(byLink, 'people.configure')).toBe(false);
    expect(maySelf(byLink, byOwner.id)).toBe(false);
    expect(mayInTeam({ actor: { ...byBo, via: 'email' } }, 'service.configure', manages)).toBe(false);
  });
});
