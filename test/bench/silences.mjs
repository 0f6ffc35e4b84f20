import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { median, round, sized } from './measure.mjs';
import { settle } from './many-groups.mjs';
import { startTocsin } from './server-under-test.mjs';
import { cpuOf } from './storm.mjs';

const serverEnv = { NODE_ENV: 'test', TOCSIN_CLOCK: 'manual' };
const [teams, silencesPerTeam, perService] = [sized(10, 2), sized(100, 3), 40];
/** Open alert groups; and how many of them are opened to measure routing. */
const [groups, routed] = [sized(5_000, 160), sized(1_200, 80)];

/** Each alert is a group of its own, of low urgency. */
const messageOf = (numbers) => ({
  version: '4',
  groupKey: `{}:quiet-${numbers[0]}`,
  truncatedAlerts: 0,
  status: 'firing',
  receiver: 'tocsin',
  groupLabels: {},
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'http://alertmanager.example.org',
  alerts: numbers.map((number) => ({
    status: 'firing',
    labels: { alertname: `Alert${number}`, severity: 'info', instance: `db-${number % 300}`, cluster: 'west' },
    annotations: { summary: `Alert${number} on db-${number % 300}` },
    startsAt: '2026-01-01T03:12:00Z',
    endsAt: '0001-01-01T00:00:00Z',
    generatorURL: '',
    fingerprint: number.toString(16).padStart(16, '0'),
  })),
});

const post = async (address, body) => {
  const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the alerts were not taken: ${answer.status}`);
};

const addTeams = async ({ run, made }) => {
  const steps = [{ targets: [{ kind: 'person', personId: made.personId }], waitMinutes: 5 }];
  const all = [];
  for (let n = 0; n < teams; n += 1) {
    const { teamId } = (await run('CreateTeam', { name: `Team ${n}` })).says;
    const { policyId } = (await run('CreatePolicy', { teamId, name: 'Primary', steps })).says;
    all.push({ teamId, policyId });
  }
  return all;
};

let alerts = 0;
let services = 0;

/** An integration of a new service. */
const addService = async ({ run }, { teamId, policyId }) => {
  const { serviceId } = (await run('CreateService', { teamId, policyId, name: `Service ${(services += 1)}` })).says;
  return (await run('CreateIntegration', { teamId, serviceId, name: `Alertmanager ${services}`, kind: 'alertmanager' })).says.address;
};

/** Milliseconds of the server’s thread until so many groups are open, on new services of the teams: a busy machine changes it least. */
const open = async (tocsin, all, count) => {
  const addresses = [];
  for (let n = 0; n < count / perService; n += 1) addresses.push(await addService(tocsin, all[n % all.length]));
  await settle(tocsin);
  const before = cpuOf(tocsin.pid).main;
  for (const address of addresses) await post(address, messageOf(Array.from({ length: perService }, () => (alerts += 1))));
  await settle(tocsin);
  return cpuOf(tocsin.pid).main - before;
};

const countOf = async ({ get }, status) => (await get(`/api/views/alertGroups?where.status=${status}&limit=1&count=1`)).count;

const startSilence = ({ run }, teamId, value) => {
  const matchers = [{ label: 'alertname', operator: '=~', value }];
  // no later than the clock of the server, which stands still
  const until = new Date(Date.now() + 3_600_000).toISOString();
  return run('StartSilence', { teamId, matchers, until, comment: 'bench' });
};

/** Teams on a new server, without pages for low urgency. */
const prepare = async (tocsin) => {
  await settle(tocsin);
  const { personId } = tocsin.made;
  const { rules } = (await tocsin.get(`/api/views/contacts/${personId}`)).row;
  for (const { ruleId, urgency } of rules) if (urgency === 'low') await tocsin.run('RemoveNotificationRule', { personId, ruleId });
  return addTeams(tocsin);
};

const withServer = async (run) => {
  const tocsin = await startTocsin(serverEnv);
  try {
    return await run(tocsin, await prepare(tocsin));
  } finally {
    await tocsin.stop();
  }
};

const runQuiet = async () => {
  const without = await withServer((tocsin, all) => open(tocsin, all, routed));
  return withServer(async (tocsin, all) => {
    for (const { teamId } of all) for (let n = 0; n < silencesPerTeam; n += 1) await startSilence(tocsin, teamId, `Nothing-${n}-.*`);
    const withThem = await open(tocsin, all, routed);
    await open(tocsin, all, groups - routed);
    const firing = await countOf(tocsin, 'firing');
    const [startedAt, cpuBefore] = [performance.now(), cpuOf(tocsin.pid).main];
    await startSilence(tocsin, null, 'Alert.*');
    while ((await countOf(tocsin, 'suppressed')) < firing) await pause(250);
    const seconds = (performance.now() - startedAt) / 1_000;
    return { ratio: withThem / without, without, withThem, firing, seconds, cpu: cpuOf(tocsin.pid).main - cpuBefore };
  });
};

/** A silence over thousands of open groups, beside a thousand others. */
export const silences = async ({ rounds }) => {
  const runs = [];
  for (let n = 0; n < Math.min(rounds, 3); n += 1) runs.push(await runQuiet());
  const of = (what) => median(runs.map((run) => run[what]));
  const load = `load of the machine ${loadavg()[0].toFixed(1)}`;
  const count = round(teams * silencesPerTeam);
  return [
    {
      what: `A silence of the organisation over ${round(of('firing'))} open groups, beside ${count} others: until the last is suppressed`,
      figure: `${of('seconds').toFixed(2)} s`,
      wanted: '≤ 5 s',
      met: of('seconds') <= 5,
      note: `${round(of('cpu'))} ms of the server’s thread; ${load}`,
    },
    {
      what: `${round(routed)} groups open while ${count} silences of other alerts are active`,
      figure: `${round(of('withThem'))} ms of the server’s thread`,
      ceiling: `without silences ${round(of('without'))} ms`,
      ratio: Number(of('ratio').toFixed(2)),
      wanted: '≤ 1.2',
      met: of('ratio') <= 1.2,
      note: load,
    },
  ];
};
