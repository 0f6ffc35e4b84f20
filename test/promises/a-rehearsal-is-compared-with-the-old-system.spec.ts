// promises: full, threads read an old system for hours; old-system-reader.spec.ts and rehearsals.view.spec.ts show it in memory
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { ForeignSystem } from '@tocsin/testing/foreign/foreign-system.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

const token = 'tok-5f1e-planted-secret-0009';
const pageInfo = { endCursor: null, hasNextPage: false };

let stage: Stage;
let bo: Player;
let old: ForeignSystem;
let door: string;
let serviceId: string;
/** What GoAlert has in its message logs, and when its alerts were acknowledged. */
const told: { readonly createdAt: string; readonly alertID: number; readonly userID: string }[] = [];
const acknowledged = new Map<number, string>();

const answerOf = ({ operationName, variables }: { operationName: string; variables: Readonly<Record<string, unknown>> }): unknown => {
  if (operationName === 'Users') {
    const nodes = [
      { id: 'u-ana', name: 'Ana', email: 'ana@example.org' },
      { id: 'u-bo', name: 'Bo', email: 'bo@example.org' },
      { id: 'u-gone', name: 'Cy', email: 'cy@elsewhere.example' },
    ];
    return { data: { users: { nodes, pageInfo } } };
  }
  if (operationName === 'MessageLogs') {
    const rows = told.map((one, n) => ({
      id: `m${n}`,
      ...one,
      type: 'Alert',
      serviceID: 's1',
      destination: 'SMS (+1)',
      status: 'Delivered',
    }));
    const [since, before] = [String(variables['since']), String(variables['before'])];
    return { data: { messageLogs: { nodes: rows.filter(({ createdAt }) => createdAt >= since && createdAt < before), pageInfo } } };
  }
  const at = acknowledged.get(Number(variables['number']));
  const nodes = at === undefined ? [] : [{ timestamp: at, message: 'Acknowledged by Ana via Web UI' }];
  return operationName === 'AlertEvents' ? { data: { alert: { recentEvents: { nodes, pageInfo } } } } : undefined;
};

beforeAll(async () => {
  [stage, old] = await Promise.all([Stage.begin(), ForeignSystem.start('goalert', { token, insteadOf: answerOf })]);
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }]);
  const { teamId, policyId } = stage.setUpAnswer;
  const { api } = stage.ana;
  const externalKey = 'goalert:goalert.example.org:service:s1';
  const made = await api.run('CreateService', { teamId, name: 'Moved in', policyId, rehearses: true, externalKey });
  serviceId = String(made.says['serviceId']);
  const { says } = await api.run('CreateIntegration', { teamId, serviceId, name: 'There', kind: 'generic' });
  door = new URL(String(says['address'])).pathname;
  await stage.settle();
});
afterAll(async () => {
  await stage.close();
  await old.stop();
});

const fires = async (summary: string): Promise<string> => {
  const { status } = await stage.tocsin.anonymous.request('POST', door, { summary, key: summary, severity: 'critical' });
  expect(status).toBe(202);
  return stage.settle();
};
const connect = (secret: string) => stage.ana.api.run('ConnectOldSystem', { system: 'goalert', address: old.origin, token: secret });
const oldSystem = () => stage.getRow('oldSystems', 'goalert');
const compared = async (number: number) => stage.getRow('rehearsals', (await stage.getGroup(number)).id);
const later = (at: string, seconds: number): string => new Date(Date.parse(at) + seconds * 1_000).toISOString();

story('a rehearsal beside the old system', (chapter) => {
  chapter('is read with a token that only who may move in sets, and that no event has', async () => {
    expect((await bo.api.expectRefusal('ConnectOldSystem', { system: 'goalert', address: old.origin, token })).code).toBe(
      'permission.denied',
    );
    expect((await stage.ana.api.expectRefusal('ConnectOldSystem', { system: 'goalert', token })).code).toBe('old_system.no_address');
    expect(
      (await stage.ana.api.expectRefusal('ConnectOldSystem', { system: 'goalert', address: 'http://old.example.org', token })).code,
    ).toBe('old_system.not_https');
    await connect(token);
    await stage.settle();
    expect(JSON.stringify(await oldSystem())).not.toMatch(/planted|tokenRef/);
  });

  chapter('is the same where the same people were notified, and explained where it ended there before', async () => {
    const at = await fires('Disk');
    told.push({ createdAt: later(at, 20), alertID: 1, userID: 'u-ana' });
    acknowledged.set(1, later(at, 120));
    await stage.advance('PT18M');
    const row = await compared(1);
    expect(row).toMatchObject({ compared: 'explained', there: { alerts: ['1'], people: [{ personId: stage.ana.personId }] } });
    expect(row.people.map(({ personId }) => personId)).toEqual([stage.ana.personId, bo.personId]);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: row.id });
  });

  chapter('differs where nobody, somebody else or somebody unknown was notified; people are rung by neither', async () => {
    await fires('Fan');
    const at = await fires('Door');
    told.push({ createdAt: later(at, 20), alertID: 3, userID: 'u-bo' }, { createdAt: later(at, 30), alertID: 3, userID: 'u-gone' });
    await stage.advance('PT30M');
    const [fan, door3] = [await compared(2), await compared(3)];
    expect([fan, door3].filter(({ there }) => there?.alerts.includes('3'))).toHaveLength(1);
    expect([fan.compared, door3.compared]).toEqual(['unexplained', 'unexplained']);
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([0, 0]);
    for (const { id } of [fan, door3]) await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
  });

  chapter('shows what the old system did while nothing arrived here', async () => {
    const at = await stage.settle();
    told.push({ createdAt: later(at, 60), alertID: 4, userID: 'u-ana' });
    await stage.advance('PT12M');
    const rows = await stage.ana.api.list('rehearsals');
    expect(rows.filter(({ number }) => number === null)).toMatchObject([{ serviceId, compared: 'unexplained', people: [] }]);
  });

  chapter('is never said to be equal while the token is refused: health says so, and what was missed is compared later', async () => {
    await connect('another-token');
    const at = await fires('Roof');
    told.push({ createdAt: later(at, 10), alertID: 5, userID: 'u-ana' });
    await stage.advance('PT1H');
    expect((await oldSystem()).failing).toMatchObject({ why: 'GoAlert refuses the token (401).' });
    expect((await compared(4)).compared).toBe('waiting');
    expect((await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body.why.join()).toContain('is compared with GoAlert');
    await connect(token);
    await stage.advance('PT12M');
    expect((await oldSystem()).failing).toBeNull();
    expect((await compared(4)).there).toMatchObject({ alerts: ['5'] });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(4)).id });
  });

  chapter('goes on after a kill in the middle, and counts nothing twice', async () => {
    const at = await fires('Cellar');
    told.push({ createdAt: later(at, 10), alertID: 6, userID: 'u-ana' });
    await stage.restart('SIGKILL');
    await stage.advance('PT12M');
    await stage.restart('SIGKILL');
    await stage.advance('PT6M');
    expect((await compared(5)).there).toMatchObject({ alerts: ['6'], people: [{ personId: stage.ana.personId, messages: 1 }] });
  });

  chapter('is over when the system is disconnected: it is asked no more, and the token is gone', async () => {
    await stage.ana.api.run('DisconnectOldSystem', { system: 'goalert' });
    await stage.settle();
    const before = old.requests.length;
    await stage.advance('PT20M');
    expect(old.requests).toHaveLength(before);
    expect((await stage.ana.api.expectRefusal('DisconnectOldSystem', { system: 'goalert' })).code).toBe('old_system.not_connected');
  });
});
