import { isGranted, type ActorRoles } from './granted.js';

const actorRolesOf = (role: ActorRoles['role'], teams: ActorRoles['teams'] = [], isAuditor = false): ActorRoles => ({
  role,
  isAuditor,
  teams,
});
const manages = [{ id: 'mine', role: 'manager' }] as const;
const responds = [{ id: 'mine', role: 'responder' }] as const;

describe('what the table of permissions gives', () => {
  it('everywhere by a role in the organisation, and by the flag beside it', () => {
    expect(isGranted('service.configure', actorRolesOf('admin'), { teamId: 'other' })).toBe(true);
    expect(isGranted('people.addresses', actorRolesOf('observer'))).toBe(false);
    expect(isGranted('people.addresses', actorRolesOf('observer', [], true))).toBe(true);
  });

  it('in one’s own teams, and in no other', () => {
    expect(isGranted('service.configure', actorRolesOf('member', manages), { teamId: 'mine' })).toBe(true);
    expect(isGranted('service.configure', actorRolesOf('member', manages), { teamId: 'other' })).toBe(false);
    expect(isGranted('service.configure', actorRolesOf('member', manages), { teamId: null })).toBe(false);
    expect(isGranted('service.configure', actorRolesOf('member', responds), { teamId: 'mine' })).toBe(false);
  });

  it('somewhere, where one’s own teams are all that is asked about', () => {
    expect(isGranted('service.configure', actorRolesOf('member', manages), { somewhere: true })).toBe(true);
    expect(isGranted('service.configure', actorRolesOf('member', responds), { somewhere: true })).toBe(false);
  });

  it('everywhere by a role in any team, where the table says so', () => {
    expect(isGranted('alert_group.act', actorRolesOf('member', manages), { teamId: 'other' })).toBe(true);
    expect(isGranted('alert_group.act', actorRolesOf('member', responds), { teamId: 'other' })).toBe(false);
  });

  it('to whom it is about, and to whom is paged for it', () => {
    expect(isGranted('alert_group.act', actorRolesOf('member'), { paged: true })).toBe(true);
    expect(isGranted('alert_group.act', actorRolesOf('member'))).toBe(false);
    expect(isGranted('self.configure', actorRolesOf('member'), { own: true })).toBe(true);
    expect(isGranted('self.configure', actorRolesOf('member'), { paged: true })).toBe(false);
  });

  it('nothing by a team to an observer, and nothing to nobody', () => {
    expect(isGranted('service.configure', actorRolesOf('observer', manages), { teamId: 'mine' })).toBe(false);
    expect(isGranted('everything.read', actorRolesOf(null))).toBe(false);
  });
});
