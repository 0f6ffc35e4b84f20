import type { Actor } from '@tocsin/contracts/envelope.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Caller } from '../http/caller.js';
import { HttpProblem } from '../problems/problem.js';
import { ConfigApplier } from './config-applier.js';
import type { ConfigPlanner } from './config-planner.js';
import type { FilesBody } from './files-body.js';

const actor: Actor = { kind: 'person', id: '01900000-0000-7000-8000-0000000000a1', roles: ['owner'] };
const integrationId = '01900000-0000-7000-8000-0000000000b1';
const answer = {
  plan: { source: 'default', commit: null, digest: '', summary: { created: 1, changed: 0, removed: 0 }, errors: [] },
  steps: [{ command: { type: 'CreateIntegration', data: { integrationId } }, about: 'Integration', owned: [] }],
  invitations: [{ personId: '01900000-0000-7000-8000-0000000000b2', email: 'new@example.org', name: 'New', role: 'member' }],
  keys: {},
  secretsOf: {},
  secrets: {},
  request: { invitations: true },
};

const applyRefusing = async (refused: string) => {
  const vault = new MemoryVault();
  const stored: string[] = [];
  const dropped: string[] = [];
  const put = vault.putSecret.bind(vault);
  const drop = vault.dropSecret.bind(vault);
  vault.putSecret = (ref, value) => (stored.push(ref.split(':').slice(0, 2).join(':')), put(ref, value));
  vault.dropSecret = (ref) => (dropped.push(ref.split(':').slice(0, 2).join(':')), drop(ref));
  const sent: string[] = [];
  const parts = {
    ...partOf<ServerParts>({ clock: { now: () => '2026-11-20T09:00:00.000Z' }, reads: { integrations: { all: () => [].values() } } }),
    vault,
  };
  const planner = partOf<ConfigPlanner>({ plan: () => Promise.resolve(answer) });
  const dispatcher = partOf<Dispatcher>({
    send: (type: string) => {
      sent.push(type);
      return type === refused
        ? Promise.reject(new HttpProblem('config.apply_running', { source: 'other' }))
        : Promise.resolve({ token: '' });
    },
  });
  const applier = new ConfigApplier(parts, planner, dispatcher, partOf<OutgoingHttp>({}));
  await expect(applier.apply(partOf<FilesBody>({}), partOf<Caller>({ actor }))).rejects.toMatchObject({ code: 'config.apply_running' });
  return { sent, stored, dropped };
};

describe('an apply that is refused', () => {
  it('because a connection would go to a private address has sent nothing, and says where that stands', async () => {
    const connectionId = '01900000-0000-7000-8000-0000000000c1';
    const data = { connectionId, kind: 'twilio', name: 'SMS', fields: { baseUrl: 'https://10.0.0.1' }, secretRef: '' };
    const at = { file: 'a.yaml', line: 4, column: 1 };
    const toPrivate = {
      ...answer,
      plan: { ...answer.plan, changes: [{ id: connectionId, at }] },
      steps: [{ command: { type: 'AddConnection', data }, about: 'Connection SMS', owned: [] }],
    };
    const planner = partOf<ConfigPlanner>({ plan: () => Promise.resolve(toPrivate) });
    const outgoing = partOf<OutgoingHttp>({ checkAddress: () => Promise.resolve({ ok: false, code: 'outgoing.private_address' }) });
    const parts = { ...partOf<ServerParts>({ clock: { now: () => '2026-11-20T09:00:00.000Z' } }), vault: new MemoryVault() };
    const applier = new ConfigApplier(parts, planner, partOf<Dispatcher>({ send: () => Promise.reject(new Error('sent')) }), outgoing);
    const { plan, applyId } = await applier.apply(partOf<FilesBody>({}), partOf<Caller>({ actor }));
    expect([applyId, plan.errors]).toMatchObject([null, [{ ...at, path: 'fields.baseUrl', code: 'outgoing.private_address' }]]);
  });

  it('because its plan was reviewed more than a day ago has sent nothing', async () => {
    const reviewed = Date.parse('2026-11-19T08:59:00.000Z').toString(36);
    const planner = partOf<ConfigPlanner>({
      plan: () => Promise.resolve({ ...answer, request: { ...answer.request, expect: `${reviewed}.x` } }),
    });
    const parts = { ...partOf<ServerParts>({ clock: { now: () => '2026-11-20T09:00:00.000Z' } }), vault: new MemoryVault() };
    const applier = new ConfigApplier(
      parts,
      planner,
      partOf<Dispatcher>({ send: () => Promise.reject(new Error('sent')) }),
      partOf<OutgoingHttp>({}),
    );
    await expect(applier.apply(partOf<FilesBody>({}), partOf<Caller>({ actor }))).rejects.toMatchObject({ code: 'config.expired' });
  });

  it('because another one is going on has invited nobody', async () => {
    expect((await applyRefusing('PrepareConfigSteps')).sent).toEqual(['PrepareConfigSteps']);
  });

  it('after its invitations keeps their links, and drops the keys of its integrations', async () => {
    const { sent, stored, dropped } = await applyRefusing('StartConfigApply');
    expect(sent).toEqual(['PrepareConfigSteps', 'InvitePeople', 'StartConfigApply']);
    expect(stored).toContain('shown:invitations');
    expect(dropped.filter((ref) => !ref.startsWith('integration-key:'))).toEqual([]);
    expect(dropped).toHaveLength(1);
  });
});
