// cluster: never, it is about the command line
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ForeignSystem } from '@tocsin/testing/foreign/foreign-system.js';
import type { Recorded } from '@tocsin/testing/foreign/recorded.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const key = 'a-token-of-the-old-system';
const each = <One>(count: number, make: (n: number) => One): One[] => Array.from({ length: count }, (_, n) => make(n));
const userId = (n: number): string => `PU${n % 30}`;
const refer = (id: string, type: string) => ({ id, type: `${type}_reference`, summary: id });
const owned = { teams: [refer('PT', 'team')] };

const users = each(30, (n) => ({
  id: userId(n),
  name: `Person ${n}`,
  email: `person.${n}@moving.example`,
  time_zone: 'Berlin',
  role: n === 0 ? 'admin' : 'user',
  contact_methods: [],
  notification_rules: [],
}));
const schedules = each(12, (n) => ({
  id: `PS${n}`,
  name: `Schedule ${n}`,
  time_zone: n % 2 === 0 ? 'Berlin' : 'Eastern Time (US & Canada)',
  ...owned,
  schedule_layers: [
    {
      id: `PL${n}`,
      name: 'Week',
      start: '2026-01-05T09:00:00+01:00',
      end: null,
      rotation_virtual_start: '2026-01-05T09:00:00+01:00',
      rotation_turn_length_seconds: 604_800,
      users: each(5, (m) => ({ user: refer(userId(n * 5 + m), 'user') })),
      restrictions: [],
    },
  ],
}));
const policies = each(12, (n) => ({
  id: `PP${n}`,
  name: `Policy ${n}`,
  num_loops: 2,
  ...owned,
  escalation_rules: [
    { escalation_delay_in_minutes: 5, targets: [refer(`PS${n}`, 'schedule')] },
    { escalation_delay_in_minutes: 15, targets: [refer(userId(n), 'user')] },
  ],
}));
const services = each(40, (n) => ({
  id: `PV${n}`,
  name: `service-${n}`,
  status: 'active',
  ...owned,
  escalation_policy: refer(`PP${n % 12}`, 'escalation_policy'),
  incident_urgency_rule: { type: 'constant', urgency: 'high' },
  acknowledgement_timeout: 1_800,
  integrations: [{ id: `PI${n}`, type: 'events_api_v2_inbound_integration', name: 'Prometheus', integration_key: `K${n}` }],
}));
const lists: Readonly<Record<string, object>> = {
  '/users': { users },
  '/teams': { teams: [{ id: 'PT', name: 'Operations' }] },
  '/teams/PT/members': { members: users.map(({ id }, n) => ({ user: refer(id, 'user'), role: n === 0 ? 'manager' : 'responder' })) },
  '/schedules': { schedules: schedules.map(({ schedule_layers: _, ...row }) => row) },
  '/v3/schedules': { schedules: [] },
  '/escalation_policies': { escalation_policies: policies },
  '/services': { services },
  '/maintenance_windows': { maintenance_windows: [] },
  '/event_orchestrations': { orchestrations: [] },
};

/** What is rendered is not told: then the hours are compared by the rules. */
function answerTo(path: string, url: URL): Recorded | undefined {
  const list = lists[path];
  if (list) return { request: '', status: 200, body: { ...list, limit: 100, offset: 0, more: false } };
  const [, id, part] = /^\/schedules\/(\w+)(\/overrides)?$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  if (part !== undefined) return { request: '', status: 200, body: { overrides: [] } };
  if (url.searchParams.has('time_zone')) return { request: '', status: 404, body: { error: { message: 'Not Found' } } };
  return { request: '', status: 200, body: { schedule: schedules.find((one) => one.id === id) } };
}

let stage: Stage;
let old: ForeignSystem;
let token: string;
const folder = mkdtempSync(join(tmpdir(), 'tocsin-moving-'));
const [rescued, files] = [join(folder, 'rescued'), join(folder, 'files')];
beforeAll(async () => {
  stage = await Stage.begin();
  old = await ForeignSystem.start('pagerduty', { token: key, instead: answerTo });
  await stage.ana.api.prove();
  const { says } = await stage.ana.api.run('IssueServiceToken', { name: 'Moving', teamId: null, scopes: ['read', 'apply'] });
  token = String(says['token']);
  await stage.settle();
});
afterAll(async () => {
  await old.stop();
  rmSync(folder, { recursive: true, force: true });
  await stage.close();
});

const run = (...args: readonly string[]) =>
  runCommandLine(args, { TOCSIN_URL: stage.tocsin.url, TOCSIN_TOKEN: token, TOCSIN_DATA: folder, TOCSIN_RESCUE_TOKEN: key });

const moved = async () => (await stage.ana.api.list('services')).filter(({ name }) => name.startsWith('service-'));

story('a team of 30 with 12 schedules and 40 services', (chapter) => {
  chapter('is rescued, and nobody is on call otherwise here than there', async () => {
    expect(await run('rescue', 'pagerduty', rescued, '--url', old.origin)).toMatchObject({ code: 0 });
    const plan = await run('import', 'pagerduty', rescued, '--plan');
    expect(plan).toMatchObject({ code: 2 });
    expect(plan.output).toContain('In the files: 30 people, 1 team, 12 schedules, 12 policies, 40 services, 40 integrations');
    expect(plan.output.match(/: 0 unexplained, 0 differences\./g)).toHaveLength(24);
    expect(plan.output).toContain('105 new, 0 changed');
    expect(await moved()).toEqual([]);
  });

  chapter('is written as files, and applied without a hand', async () => {
    expect(await run('import', 'pagerduty', rescued, '--out', files)).toMatchObject({ code: 0 });
    const applied = await run('apply', '--file', files, '--yes', '--no-invitations');
    expect(applied).toMatchObject({ code: 0, output: expect.stringContaining('Applied.') });
    await stage.settle();
    const rows = await moved();
    expect(rows).toHaveLength(40);
    const known = new Map((await stage.ana.api.list('policies')).map((policy) => [policy.id, policy]));
    for (const { name, policyId } of rows)
      expect({ name, steps: known.get(policyId)?.steps.map(({ targets }) => targets[0]!.kind) }).toEqual({
        name,
        steps: ['schedule', 'person'],
      });
  });

  chapter('has somebody on call in each schedule from the first minute', async () => {
    const own = (await stage.ana.api.list('schedules')).filter(({ name }) => name.startsWith('Schedule '));
    expect(own).toHaveLength(12);
    for (const { id } of own) expect((await stage.ana.api.row('onCall', id)).people).toHaveLength(1);
  });

  chapter('is as its files say: planned again, nothing is left to do', async () => {
    expect(await run('plan', '--file', files)).toMatchObject({ code: 0 });
    expect(await run('apply', '--file', files, '--yes')).toMatchObject({ code: 0, output: expect.stringContaining('nothing to apply') });
  });
});
