import { isGranted, type ActorRoles } from './granted.js';

const standing = (role: ActorRoles['role'], teams: ActorRoles['teams'] = [], isAuditor = false): ActorRoles => ({ role, isAuditor, teams });
const manages = [{ id: 'mine', role: 'manager' }] as const;
const responds = [{ id: 'mine', role: 'responder' }] as const;

describe('what the table of permissions gives', () => {
  it('everywhere by a role in the organisation, and by the flag beside it', () => {
    expect(isGranted('service.configure', standing('admin'), { teamId: 'other' })).toBe(true);
    expect(isGranted('people.addresses', standing('observer'))).toBe(false);
    expect(isGranted('people.addresses', standing('observer', [], true))).toBe(true);
  });

  it('in one’s own teams, and in no other', () => {
    expect(isGranted('service.configure', standing('member', manages), { teamId: 'mine' })).toBe(true);
    expect(isGranted('service.configure', standing('member', manages), { teamId: 'other' })).toBe(false);
    expect(isGranted('service.configure', standing('member', manages), { teamId: null })).toBe(false);
    expect(isGranted('service.configure', standing('member', responds), { teamId: 'mine' })).toBe(false);
  });

  it('somewhere, where one’s own teams are all that is asked about', () => {
    expect(isGranted('service.configure', standing('member', manages), { somewhere: true })).toBe(true);
    expect(isGranted('service.configure', standing('member', responds), { somewhere: true })).toBe(false);
  });

  it('everywhere by a role in any team, where the table says so', () => {
    expect(isGranted('alert_group.act', standing('member', manages), { teamId: 'other' })).toBe(true);
    expect(isGranted('alert_group.act', standing('member', responds), { teamId: 'other' })).toBe(false);
  });

  it('to whom it is about, and to whom is paged for it', () => {
    expect(isGranted('alert_group.act', standing('member'), { paged: true })).toBe(true);
    expect(isGranted('alert_group.act', standing('member'))).toBe(false);
    expect(isGranted('self.configure', standing('member'), { own: true })).toBe(true);
    expect(isGranted('self.configure', standing('member'), { paged: true })).toBe(false);
  });

  it('nothing by a team to an observer, and nothing to nobody', () => {
    expect(isGranted('service.configure', standing('observer', manages), { teamId: 'mine' })).toBe(false);
    expect(isGranted('everything.read', standing(null))).toBe(false);
  });
});
