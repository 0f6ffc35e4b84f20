import type { ConfigApplyAnswer, ConfigDrift, ConfigFiles, ConfigPlan, ConfigRequestInput } from '@tocsin/contracts/config-files/plan.js';
import { configBodyType } from '@tocsin/contracts/config-files/plan.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import type { Client } from '@tocsin/testing/stage/client.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
});
afterAll(() => stage.close());

type Options = Partial<Omit<ConfigRequestInput, 'files'>>;

const send = async (path: 'apply' | 'plan', text: string, options: Options = {}, api: Client = stage.ana.api): Promise<unknown> => {
  const body = JSON.stringify({ ...options, files: [{ path: 'oncall.yaml', text: `apiVersion: tocsin.dev/v1\n${text}` }] });
  return (await api.request('POST', `/api/config/${path}`, body, { 'content-type': configBodyType })).body;
};
const plan = async (text: string, options?: Options) => (await send('plan', text, options)) as ConfigPlan;
const apply = async (text: string, options?: Options): Promise<ConfigApplyAnswer> => {
  const answer = (await send('apply', text, options)) as ConfigApplyAnswer;
  await stage.settle();
  return answer;
};
const stateOf = async ({ applyId }: ConfigApplyAnswer) => (await stage.ana.api.row('configApplies', applyId!)).state;
const readEvents = async () => (await stage.ana.api.request('GET', '/api/events?limit=1')).body;

const person = (player: Player): string => `${player === bo ? 'bo' : 'ana'}@example.org`;
interface Wording {
  readonly on?: readonly Player[];
  readonly wait?: number;
  readonly schedule?: string;
  /** Lines of the schedule. */
  readonly more?: string;
}
const files = ({ on = [bo], wait = 5, schedule = 'Primary', more = '' }: Wording = {}) => `kind: Team
name: Payments
members: [{ person: bo@example.org, role: responder }]
---
kind: Schedule
team: Payments
name: ${schedule}
${more}timeZone: Europe/Berlin
layers:
  - name: Week
    length: { unit: weeks, count: 1, time: "09:00", weekday: mon }
    anchor: 2026-01-05T09:00:00+01:00
    slots: [${on.map(person).join(', ')}]
---
kind: Policy
team: Payments
name: Payments
steps: [{ waitMinutes: ${wait}, targets: [{ schedule: ${schedule} }] }]
---
kind: Service
team: Payments
name: Checkout
policy: Payments
---
kind: Integration
service: Payments/Checkout
name: Alerts
integrationKind: generic
keys: [{ fromEnv: TOCSIN_SECRET_ALERTS }]
`;
const connection = `---
kind: Connection
name: SMS
connectionKind: twilio
fields: { baseUrl: "https://api.twilio.com/", accountSid: AC00, sender: "+14155550100", countries: "+1 +41" }
secrets: { authToken: { fromEnv: TOCSIN_SECRET_TWILIO } }
`;
/** What a copy of the configuration must have too, or it is planned anew each time. */
const others = `---
kind: MaintenanceWindow
team: Payments
name: Backup
services: [Checkout]
timeZone: Europe/Berlin
start: 2036-12-06T02:00
durationMinutes: 60
---
kind: InhibitionRule
name: A cluster that is down
source: ['alertname="ClusterDown"']
target: ['severity="warning"']
---
kind: Integration
service: Payments/Checkout
name: Hook
integrationKind: generic
mapping: { summary: title }
---
kind: LookupTable
team: Payments
name: Owners
matchOn: host
csv: "host,owner\\nweb-1,Checkout\\n"
${connection}`;
const key = '0123456789abcdef0123456789abcdef';
const findPolicy = async () => (await stage.ana.api.list('policies')).find(({ name }) => name === 'Payments')!;
const editWait = async (waitMinutes: number): Promise<void> => {
  const { id: policyId, teamId, version, name, steps } = await findPolicy();
  const changed = steps.map((step) => ({ ...step, waitMinutes }));
  await stage.ana.api.run('ChangePolicy', { teamId, policyId, version, name, steps: changed });
  await stage.settle();
};
const readDrift = async () => {
  const { api } = stage.ana;
  const { rows } = (await api.request<ConfigDrift>('GET', '/api/config/drift')).body;
  return { rows, health: (await api.request<HealthAnswer>('GET', '/api/health')).body.drift };
};
const secrets = { TOCSIN_SECRET_ALERTS: key };

story('configuration in files', (chapter) => {
  chapter('is planned: what is new, with its line, and nothing changes', async () => {
    const answer = await plan(files());
    expect(answer.errors.map(({ code }) => code)).toEqual(['config.secret_missing']);
    expect(await plan(files(), { secrets })).toMatchObject({
      summary: { created: 5, changed: 0, removed: 0, drift: 0, unchanged: 0 },
      changes: [{ kind: 'Team', name: 'Payments', at: { file: 'oncall.yaml', line: 1 } }, {}, {}, {}, {}],
      errors: [],
    });
    expect(await stage.ana.api.list('configApplies')).toEqual([]);
  });

  chapter('is applied, and pages the person on call', async () => {
    const answer = await apply(files(), { secrets });
    expect(answer.plan.errors).toEqual([]);
    expect(await stateOf(answer)).toBe('applied');
    const body = { summary: 'Down', key: 'down', severity: 'critical' };
    expect(await stage.tocsin.anonymous.request('POST', `/ingest/generic/${key}`, body)).toMatchObject({ status: 202 });
    await stage.settle();
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([0, 1]);
  });

  chapter('applied again is no event', async () => {
    const before = await readEvents();
    const answer = await apply(files(), { secrets });
    expect(answer).toMatchObject({ applyId: null, plan: { summary: { created: 0, changed: 0, drift: 0, unchanged: 5 } } });
    expect(await readEvents()).toEqual(before);
  });

  chapter('every kind applied twice is no event, and its export changes nothing', async () => {
    const all = `${files()}${others}`;
    const token = 'one-of-an-account';
    const known = { secrets: { ...secrets, TOCSIN_SECRET_TWILIO: token } };
    const first = await apply(all, known);
    expect([first.plan.errors, await stateOf(first)]).toEqual([[], 'applied']);
    const before = await readEvents();
    expect(await apply(all, known)).toMatchObject({ applyId: null, plan: { errors: [], summary: { created: 0, changed: 0, drift: 0 } } });
    const exported = (await stage.ana.api.request<ConfigFiles>('GET', '/api/config/export')).body;
    expect(exported.files.some(({ text }) => text.includes('TOCSIN_SECRET_TWILIO_AUTH_TOKEN'))).toBe(true);
    const body = JSON.stringify({ files: exported.files });
    const type = { 'content-type': configBodyType };
    expect((await stage.ana.api.request('POST', '/api/config/plan', body, type)).body).toMatchObject({ changes: [], errors: [] });
    expect(await readEvents()).toEqual(before);
    expect(JSON.stringify([exported, first, (await stage.ana.api.request('GET', '/api/events?limit=200')).body])).not.toContain(token);
    await apply(all, { secrets: { ...secrets, TOCSIN_SECRET_TWILIO: 'another-of-that-account' } });
    expect((await plan(all, known)).changes).toMatchObject([
      { kind: 'Connection', fields: [{ path: 'secrets.authToken', to: 'TOCSIN_SECRET_TWILIO', drift: false }] },
    ]);
    await apply(files(), { ...known, prune: true });
    expect((await stage.ana.api.request('GET', '/api/settings/connections')).body).toEqual({ connections: [] });
  });

  chapter('keys of the old system open what they opened there: senders change only the address', async () => {
    const rescue = 'pagerduty@2026-11-26T12:00:00.000Z';
    const old = { events: 'R016Y0X6F0YY4KI1B5YR90ZKLA8DTRG0', genie: '7c4cf2c4-6d8e-4f0e-9a52-0f4b6a1de001' };
    const ofRescue = (name: string, kind: string, n: number) =>
      `---\nkind: Integration\nservice: Payments/Checkout\nname: ${name}\nintegrationKind: ${kind}\nkeys: [{ from: server }, { fromRescue: "${rescue}#${n}" }]\n`;
    const all = `${files()}${ofRescue('Events', 'pagerduty-events', 1)}${ofRescue('Genie', 'opsgenie', 2)}${ofRescue('Twin', 'opsgenie', 3)}`;
    expect((await plan(all, { secrets })).warnings).toHaveLength(3);
    expect((await apply(all, { secrets })).plan.errors.map(({ code }) => code)).toContain('config.secret_missing');
    const ofOld = { [`${rescue}#1`]: old.events, [`${rescue}#2`]: old.genie, [`${rescue}#3`]: old.genie };
    const done = await apply(all, { secrets: { ...secrets, ...ofOld } });
    expect([done.plan.errors, await stateOf(done)]).toEqual([[], 'applied']);
    expect(done.plan.warnings).toEqual([expect.stringContaining('Checkout/Twin has the same key as Payments/Checkout/Genie')]);
    const { anonymous } = stage.tocsin;
    const event = {
      routing_key: old.events,
      event_action: 'trigger',
      dedup_key: 'e',
      payload: { summary: 'E', source: 's', severity: 'critical' },
    };
    expect((await anonymous.request('POST', '/v2/enqueue', event)).status).toBe(202);
    const genie = { authorization: `GenieKey ${old.genie}` };
    expect((await anonymous.request('POST', '/v2/alerts', { message: 'G', alias: 'g' }, genie)).status).toBe(202);
    await stage.settle();
    expect((await stage.ana.api.list('alertGroups')).map(({ title }) => title)).toEqual(expect.arrayContaining(['E (s)', 'G']));
    const rows = await stage.ana.api.list('integrations');
    const keysOf = (one: string) => rows.find(({ name }) => name === one)!.keys.map(({ from, endsAt }) => [from, endsAt !== undefined]);
    expect(['Events', 'Genie', 'Twin'].map(keysOf)).toEqual([
      [
        [undefined, false],
        ['pagerduty', true],
      ],
      [
        [undefined, false],
        ['pagerduty', true],
      ],
      // one key leads to one integration
      [[undefined, false]],
    ]);
    await apply(files(), { secrets, prune: true });
  });

  chapter('shows what an edit has made of it, and takes it back', async () => {
    await editWait(10);
    const answer = await plan(files(), { secrets });
    expect(answer).toMatchObject({
      summary: { changed: 1, drift: 1 },
      changes: [{ fields: [{ path: 'steps[0].waitMinutes', from: '10', to: '5', drift: true }] }],
    });
    expect(await readDrift()).toMatchObject({ health: 1, rows: [{ kind: 'Policy', name: 'Payments', paths: ['steps[0].waitMinutes'] }] });
    expect(await stateOf(await apply(files(), { secrets, expect: answer.digest }))).toBe('applied');
    expect((await findPolicy()).steps[0]!.waitMinutes).toBe(5);
    expect(await readDrift()).toEqual({ health: 0, rows: [] });
  });

  chapter('says who is on call instead of whom', async () => {
    const answer = await plan(files({ on: [bo, stage.ana] }), { secrets });
    expect(answer.changes).toMatchObject([{ kind: 'Schedule', fields: [{ path: 'layers[Week].slots' }] }]);
    expect(answer.told).toEqual(['ana@example.org', 'bo@example.org']);
    expect(answer.people.length).toBeGreaterThan(0);
    const preview = answer.shifts.map(({ schedule, who, lost, gained }) => [schedule, who, lost + gained > 0]);
    expect(preview.toSorted()).toEqual(answer.told.map((who) => ['Payments/Primary', who, true]));
  });

  chapter('is refused when it is no longer what was reviewed', async () => {
    const { digest } = await plan(files({ wait: 7 }), { secrets });
    expect(await send('apply', files({ wait: 8 }), { secrets, expect: digest })).toMatchObject({ code: 'config.stale' });
  });

  chapter('is refused after somebody’s edit of what it changes, and not after one elsewhere', async () => {
    const { digest } = await plan(files({ wait: 7 }), { secrets });
    await editWait(9);
    expect(await send('apply', files({ wait: 7 }), { secrets, expect: digest })).toMatchObject({ code: 'config.stale' });
    expect((await findPolicy()).steps[0]!.waitMinutes).toBe(9);
    const again = await plan(files({ wait: 7 }), { secrets });
    await stage.ana.api.run('CreateTeam', { name: 'Elsewhere' });
    await stage.settle();
    expect(await stateOf(await apply(files({ wait: 7 }), { secrets, expect: again.digest }))).toBe('applied');
    expect((await findPolicy()).steps[0]!.waitMinutes).toBe(7);
  });

  chapter('renames a schedule, and the override on it stays', async () => {
    const find = async (one: string) => (await stage.ana.api.list('schedules')).find(({ name }) => name === one)!;
    const before = await find('Primary');
    const [from, to] = ['2036-12-01T09:00:00.000Z', '2036-12-02T09:00:00.000Z'];
    const override = { kind: 'add', personId: stage.ana.personId, replacesId: null, from, to, reason: '' } as const;
    await stage.ana.api.run('AddOverrides', { scheduleId: before.id, overrides: [override] });
    await stage.settle();
    const renamed = files({ wait: 7, schedule: 'First', more: 'previousName: Primary\n' });
    const answer = await apply(renamed, { secrets, prune: true });
    expect(answer.plan).toMatchObject({ changes: [{ action: 'change', name: 'Payments/First', id: before.id }], people: [], errors: [] });
    expect(await stateOf(answer)).toBe('applied');
    expect(await find('First')).toMatchObject({ id: before.id, overrides: [{ personId: stage.ana.personId, from, to }] });
    expect(await find('Primary')).toBeUndefined();
    expect((await findPolicy()).steps[0]!.targets).toEqual([{ kind: 'schedule', scheduleId: before.id }]);
    expect(await apply(renamed, { secrets, prune: true })).toMatchObject({ applyId: null });
  });

  chapter('two at once are applied one after the other, or refused: nothing is made twice', async () => {
    const service = (wait: number) =>
      `${files({ wait, schedule: 'First' })}---\nkind: Service\nteam: Payments\nname: Ledger\npolicy: Payments\n`;
    const answers = (await Promise.all([11, 12].map((wait) => send('apply', service(wait), { secrets })))) as Partial<
      ConfigApplyAnswer & { code: string }
    >[];
    await stage.settle();
    const started = answers.flatMap(({ applyId }) => applyId ?? []);
    const refused = answers.flatMap(({ code }) => code ?? []);
    expect(started.length + refused.length).toBe(2);
    expect(['config.apply_running', 'config.stale']).toEqual(expect.arrayContaining(refused));
    const states = await Promise.all(started.map(async (id) => (await stage.ana.api.row('configApplies', id)).state));
    expect(states).toContain('applied');
    expect(states).not.toContain('applying');
    expect((await stage.ana.api.list('services')).filter(({ name }) => name === 'Ledger')).toHaveLength(1);
    expect([11, 12]).toContain((await findPolicy()).steps[0]!.waitMinutes);
  });
});
