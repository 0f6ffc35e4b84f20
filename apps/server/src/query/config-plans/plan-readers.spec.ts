import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import { ana, bo, byBo, byObserver, byOwner, fixtureTime, idOf, readsAfter } from '@tocsin/domain/configuration.fixture.js';
import { exportConfig } from './export-job.js';
import { planConfig } from './plan-job.js';

const teamId = idOf('7e');
const joined = (personId: string, name: string): Fact => ({
  type: 'PersonJoined',
  data: { personId, name, email: `${name.toLowerCase()}@example.org`, role: 'member', timeZone: 'UTC', passwordRef: 'ref' },
});
const world: readonly Fact[] = [
  joined(ana, 'Ana'),
  joined(bo, 'Bo'),
  { type: 'TeamCreated', data: { teamId, name: 'Payments', description: '' } },
  { type: 'TeamMemberAdded', data: { teamId, personId: ana, role: 'responder' } },
];
const readsWith = (more: readonly Fact[]) => readsAfter(...world, ...more) as unknown as DomainReads;

const planFor = (viewer: Actor, text: string, { more = [], planId = idOf('f1') }: { more?: readonly Fact[]; planId?: string } = {}) => {
  const files = [{ path: 'a.yaml', text: `apiVersion: tocsin.dev/v1\n${text}` }];
  const body = new TextEncoder().encode(JSON.stringify({ files }));
  const input = {
    body,
    planId,
    purpose: 'plan' as const,
    actor: byOwner,
    viewer,
    logPosition: 1,
    openServices: [],
    webhooks: [],
    secretsOfConnections: {},
    secretHashKey: '',
  };
  return planConfig(input, readsWith(more), fixtureTime, () => ({
    people: [{ schedule: 'Primary', timeZone: 'UTC', from: fixtureTime, to: fixtureTime, was: [ana], becomes: [bo] }],
    shifts: [{ schedule: 'Primary', who: ana, lost: 1, gained: 0 }],
  }));
};
const exportFor = (viewer: Actor): string => JSON.stringify(exportConfig({ team: null, viewer, webhooks: [] }, readsWith([])));
const byToken = (...scopes: NonNullable<Actor['token']>['scopes']): Actor => ({
  kind: 'token',
  id: idOf('70'),
  roles: [],
  token: { id: idOf('70'), teamId: null, scopes },
});

const members = 'kind: Team\nname: Payments\nmembers: [{ person: bo@example.org, role: responder }]\n';
const invited = 'kind: Person\nemail: new@example.org\n';

describe('addresses in plans and files', () => {
  it.each([
    ['an observer', byObserver, false],
    ['a token that reads', byToken('read'), false],
    ['an owner', byOwner, true],
    ['a token that reads personal data', byToken('read', 'audit'), true],
    ['a token that applies files', byToken('read', 'apply'), true],
  ])('are read in clear by those who may: %s', (_who, viewer, isClear) => {
    const plan = JSON.stringify(planFor(viewer, members).plan);
    expect([plan.includes('ana@example.org'), exportFor(viewer).includes('ana@example.org')]).toEqual([isClear, isClear]);
    expect(plan).toContain(isClear ? 'bo@example.org' : 'Bo');
  });

  it('are names for others, but for one’s own', () => {
    expect(planFor(byBo, members).plan.changes[0]!.fields).toMatchObject([
      { path: 'members', from: expect.stringContaining('Ana'), to: expect.stringContaining('bo@example.org') },
    ]);
    expect(exportFor(byObserver)).toContain('Ana');
  });

  it('make no other plan: what one person reviewed another applies', () => {
    expect(planFor(byObserver, members).plan.digest).toBe(planFor(byOwner, members).plan.digest);
  });

  it('are not suggested', () => {
    const [error] = planFor(byOwner, members.replace('bo@', 'boo@')).plan.errors;
    expect(error).toMatchObject({ code: 'config.reference_missing', message: expect.not.stringContaining('bo@example.org') });
  });
});

describe('people who are invited', () => {
  it('get ids that tell nothing about the address, in plans that are the same', () => {
    const text = `${members.replace('bo@', 'new@')}---\n${invited}`;
    const [one, other] = [planFor(byOwner, text), planFor(byOwner, text, { planId: idOf('f2') })];
    expect(one.invitations[0]!.personId).not.toBe(other.invitations[0]!.personId);
    expect(one.plan.digest).toBe(other.plan.digest);
  });

  it('in any number make the same plan: the order of their ids means nothing', () => {
    const emails = Array.from({ length: 12 }, (_, n) => `new${n}@example.org`);
    const text = [
      `kind: Team\nname: Payments\nmembers: [${emails.map((email) => `{ person: ${email}, role: responder }`).join(', ')}]`,
      ...emails.map((email) => `kind: Person\nemail: ${email}`),
      `kind: Policy\nteam: Payments\nname: All\nsteps: [{ waitMinutes: 5, targets: [${emails.map((email) => `{ person: ${email} }`).join(', ')}] }]`,
    ].join('\n---\n');
    const plans = ['f1', 'f2', 'f3'].map((id) => planFor(byOwner, text, { planId: idOf(id) }).plan);
    expect(plans.flatMap(({ errors }) => errors)).toEqual([]);
    expect(new Set(plans.map(({ digest }) => digest)).size).toBe(1);
  });

  it('are not those who were disabled: these stay as they are, and nothing new may name them', () => {
    const more: Fact[] = [{ type: 'PersonDisabled', data: { personId: bo } }];
    expect(planFor(byOwner, 'kind: Person\nemail: bo@example.org\n', { more })).toMatchObject({ invitations: [], plan: { errors: [] } });
    const codes = planFor(byOwner, members, { more }).plan.errors.map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['config.person_gone']));
  });
});
