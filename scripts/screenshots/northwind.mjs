import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { inRoot } from '../env/root.mjs';

/** The built server on a manual clock at `at`, with its own data folder. `end` removes both. `said`: its terminal output. */
export async function startServer(at, args = []) {
  const folder = mkdtempSync(joinPath(tmpdir(), 'tocsin-screens-'));
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', TOCSIN_DATA: joinPath(folder, 'data'), TOCSIN_LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, [inRoot('dist/server/main.js'), ...args], {
    cwd: inRoot(),
    env: { ...env, TOCSIN_URL: 'https://tocsin.northwind.example', TOCSIN_CLOCK: 'manual', TOCSIN_CLOCK_AT: at },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const match = /listens on (http:\/\/\S+)/.exec(output);
      if (match) resolve(match[1].replace('localhost', '127.0.0.1'));
    });
    child.once('exit', () => reject(new Error(`Tocsin ended:\n${output}`)));
  });
  const end = async () => {
    child.removeAllListeners('exit');
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, end, said: () => output };
}

const setUp = (call) =>
  call('POST', '/api/setup', {
    organisation: 'Northwind',
    name: 'Ana',
    email: 'ana@northwind.example',
    password: 'correct horse battery',
    timeZone: 'Europe/Berlin',
  });

/** Ana alone, a minute after set-up: nothing has happened yet. */
export async function setUpAlone(url) {
  const call = caller(url);
  const setUpAnswer = await setUp(call);
  await call('POST', '/test/clock', { advance: 'PT0S' });
  return { ...setUpAnswer, viewer: setUpAnswer };
}

/** The demo, as its owner sees it. */
export async function playDemo(url, output) {
  const call = caller(url);
  while (!/password (\S+)/.test(output())) await pass(100);
  const [, password] = /password (\S+)/.exec(output());
  const viewer = await call('POST', '/api/session', { email: 'ines@larkfield.example', password });
  const headers = { authorization: `Bearer ${viewer.token}` };
  const rows = async (view, query = '') =>
    (await call('GET', `/api/views/${view}?limit=200&${query}`, undefined, headers)).rows.map(({ row }) => row);
  // every screen of a year is built first
  while ((await rows('alertGroups', 'where.status=firing').catch(() => [])).length < 3) await pass(500);
  const { number } = (await rows('alertGroups', 'where.status=firing')).find(({ urgency }) => urgency === 'high');
  const schedule = (await rows('schedules')).find(({ name }) => name.startsWith('Payments'));
  const [policy] = await rows('policies');
  const { id: serviceId, teamId, policyId } = (await rows('services')).find((service) => service.state === 'active');
  return {
    viewer,
    group: number,
    serviceId,
    teamId,
    policyId,
    personId: viewer.personId,
    scheduleId: schedule.id,
    backtestId: await backtestOf(call, headers, policy),
  };
}

/** Its last two months with a policy that waits three times as long; the id of the result. */
async function backtestOf(call, headers, { id: policyId, teamId, version, name, steps, repeats }) {
  const slower = steps.map((step) => ({ ...step, waitMinutes: step.waitMinutes * 3 }));
  const change = { type: 'ChangePolicy', data: { teamId, policyId, version, name, steps: slower, repeats } };
  const range = { from: '2027-01-01T00:00:00.000Z', to: '2027-03-01T00:00:00.000Z' };
  const { id } = await whileOthersRun(() => call('POST', '/api/backtests', { change, ...range }, headers));
  while ((await call('GET', `/api/backtests/${id}`, undefined, headers)).state === 'running') await pass(500);
  return id;
}

/** One backtest runs at a time, and the demo begins with its own. */
async function whileOthersRun(start) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === 600 || !/conflict\.one_at_a_time/.test(error.message)) throw error;
      await pass(500);
    }
  }
}

/** An hour on call at Northwind: three people, three services, alert groups in every state. Returns the subjects of the screenshots. */
export async function playNorthwind(url) {
  const phone = await startPhone();
  const call = caller(url);
  const advance = (duration) => call('POST', '/test/clock', { advance: duration });
  const setUpAnswer = await setUp(call);
  const ana = person(call, setUpAnswer, phone);
  const bo = person(call, await join(call, ana, 'Bo'), phone);
  const cleo = person(call, await join(call, ana, 'Cleo'), phone);
  const all = [ana, bo, cleo];
  for (const one of all) await one.addPhone();
  for (const { personId } of [bo, cleo]) await ana.run('AddTeamMember', { teamId: setUpAnswer.teamId, personId, role: 'responder' });
  const services = await makeServices(ana, setUpAnswer, all);
  await advance('PT0S');

  const ping = await makeHeartbeats(url, ana, services.jobs);
  const advanceAndPing = async (duration) => {
    await advance(duration);
    await ping();
  };
  await playAlerts({ ana, bo, cleo, services, advance: advanceAndPing });
  await playMutes(ana, setUpAnswer);
  const { says } = await ana.run('InvitePerson', { name: 'Dora', email: 'dora@northwind.example', role: 'member' });
  await advance('PT0S');
  const invitation = new URL(says.invitation).pathname;
  const { id: integrationId } = (await ana.list('integrations')).find(({ kind }) => kind === 'generic');
  return {
    ...setUpAnswer,
    integrationId,
    viewer: ana,
    ana,
    bo,
    services,
    advance,
    group: 4,
    link: phone.linkOf(4),
    invitation,
    close: phone.close,
  };
}

/** Three jobs, of which one fails now and then. Answers what they do while an hour goes by. */
async function makeHeartbeats(url, ana, integrationId) {
  const make = async (name, schedule, tolerate = 0) =>
    new URL((await ana.run('CreateHeartbeat', { integrationId, name, schedule, tolerate })).says.address).pathname;
  const every = (minutes) => ({ kind: 'interval', every: minutes });
  const orders = await make('Orders to the warehouse', every(60));
  const rates = await make('Exchange rates', every(60), 2);
  await make('Nightly backup of invoices', { kind: 'cron', cron: '0 3 * * *', zone: 'Europe/Berlin' });
  let turn = 0;
  return async () => {
    turn += 1;
    for (const address of [orders, turn % 5 === 3 ? `${rates}/fail` : rates]) await fetch(`${url}${address}`, { method: 'POST' });
  };
}

/** What is silenced, planned and inhibited. */
async function playMutes(ana, { teamId }) {
  const is = (label, value) => ({ label, operator: '=', value });
  const silence = (until, comment, ...matchers) => ana.run('StartSilence', { teamId, matchers, until, comment });
  await silence('2027-03-02T18:00:00.000Z', 'Kernel upgrade in eu-1', is('cluster', 'eu-1'), {
    ...is('node', 'node-2[0-9]'),
    operator: '=~',
  });
  await silence('2027-03-08T09:00:00.000Z', '', is('alertname', 'NodeFilesystemAlmostFull'));
  const zone = 'Europe/Berlin';
  await ana.run('PlanMaintenance', {
    teamId,
    name: 'Weekly database patching',
    matchers: [is('job', 'postgres')],
    from: '2027-03-07T02:00',
    to: '2027-03-07T04:00',
    zone,
    rule: 'FREQ=WEEKLY',
  });
  await ana.run('SaveInhibitionRule', {
    teamId,
    name: 'Cluster down',
    source: [is('alertname', 'ClusterDown')],
    target: [is('severity', 'warning')],
    equal: ['cluster'],
  });
}

/** The same hour, and then a switch dies: a hundred and twenty groups of two services in three minutes. */
export async function playStorm(url) {
  const playedWorld = await playNorthwind(url);
  const { ana, services, advance } = playedWorld;
  for (let rack = 1; rack <= 60; rack += 1) {
    const rackName = `rack ${String(rack).padStart(2, '0')}`;
    await ana.post(services.Checkout, {
      summary: `No answer from the load balancer of ${rackName}`,
      key: `lb-${rack}`,
      severity: 'critical',
    });
    await ana.post(services.Search, { summary: `Replica in ${rackName} is out of step`, key: `replica-${rack}`, severity: 'warning' });
    await advance('PT3S');
  }
  return playedWorld;
}

/** The same hour, then with an unreachable person in the first step. */
export async function playDoubt(url) {
  const playedWorld = await playNorthwind(url);
  const { ana, bo, teamId, policyId } = playedWorld;
  const gus = await join(caller(url), ana, 'Gus');
  const [{ version, name, repeats }] = await ana.list('policies');
  const step = (target) => ({ targets: [{ kind: 'person', personId: target.personId }], waitMinutes: 5, notifyOthersStill: false });
  await ana.run('ChangePolicy', { teamId, policyId, version, name, repeats, climbLow: false, steps: [step(gus), step(bo), step(ana)] });
  await playedWorld.advance('PT0S');
  return playedWorld;
}

async function makeServices(ana, setUpAnswer, [first, second, third]) {
  const { teamId, policyId } = setUpAnswer;
  await ana.run('RenameTeam', { teamId, name: 'Payments and shop' });
  const [policy] = await ana.list('policies');
  const step = (waitMinutes, ...people) => ({
    targets: people.map(({ personId }) => ({ kind: 'person', personId })),
    waitMinutes,
    notifyOthersStill: false,
  });
  const steps = [step(5, first), step(5, second), step(15, third, first)];
  await ana.run('ChangePolicy', { teamId, policyId, version: policy.version, name: 'Day and night', repeats: 2, climbLow: false, steps });
  const [service] = await ana.list('services');
  const fields = { policyId, urgencyRule: 'by_severity', description: '', runbook: null };
  const runbook = 'https://wiki.northwind.example/payments';
  const payments = { ...fields, name: 'Payments', description: 'Cards, invoices and refunds.', runbook };
  await ana.run('ChangeService', { teamId, serviceId: service.id, version: service.version, ...payments });
  await ana.run('CreateService', { teamId, ...fields, name: 'Checkout' });
  await ana.run('CreateService', { teamId, ...fields, name: 'Search' });
  const byName = Object.fromEntries((await ana.list('services')).map(({ name, id }) => [name, id]));
  const integrate = async (serviceId, name, kind) => (await ana.run('CreateIntegration', { teamId, serviceId, name, kind })).says;
  const connect = async (...integration) => new URL((await integrate(...integration)).address).pathname;
  return {
    jobs: (await integrate(byName.Payments, 'Jobs', 'healthchecks')).integrationId,
    Payments: await connect(byName.Payments, 'Nightly jobs', 'generic'),
    Checkout: await connect(byName.Checkout, 'Shop probes', 'generic'),
    Search: await connect(byName.Search, 'Search probes', 'generic'),
    alertmanager: new URL(setUpAnswer.address).pathname,
    sender: setUpAnswer.address,
  };
}

async function playAlerts({ ana, bo, cleo, services, advance }) {
  const send = ana.post;
  const group = async (number) => (await ana.list('alertGroups', 'sort=number')).find((one) => one.number === number).id;
  const cause = (service, summary, key, severity = 'critical') => send(services[service], { summary, key, severity });

  await cause('Search', 'Index is 40 minutes behind', 'index', 'error');
  await advance('PT3M');
  await bo.run('AcknowledgeAlertGroup', { groupId: await group(1) });
  await advance('PT14M');
  await send(services.Search, { action: 'resolve', key: 'index' });
  await cause('Checkout', 'Certificate of shop.northwind.example ends in 6 days', 'certificate', 'warning');
  await advance('PT9M');
  await cause('Payments', 'Nightly invoice run has not finished', 'invoices', 'error');
  await advance('PT4M');
  await ana.run('ResolveAlertGroup', { groupId: await group(3) });
  await advance('PT8M');

  await send(services.alertmanager, slowPayments(['payments-1', 'payments-2', 'payments-3']));
  await advance('PT5M');
  await bo.run('AcknowledgeAlertGroup', { groupId: await group(4) });
  await advance('PT1M');
  await bo.run('AddNote', { groupId: await group(4), text: 'The card provider answers in 9 s. Their status page says nothing yet.' });
  await cleo.run('JoinAlertGroup', { groupId: await group(4) });
  await advance('PT2M');
  await cleo.run('AddNote', { groupId: await group(4), text: 'Switched card payments to the second provider. Errors are falling.' });
  await advance('PT1M');
  await cause('Checkout', 'One in five orders fails in the last step', 'orders');
  await advance('PT6M');
  await cause('Search', 'Search answers in 4.2 s (p95)', 'latency');
  await advance('PT45S');
}

function slowPayments(instances) {
  const common = { alertname: 'PaymentsSlow', severity: 'critical', cluster: 'west', service: 'payments' };
  return {
    version: '4',
    groupKey: '{}:{alertname="PaymentsSlow"}',
    truncatedAlerts: 0,
    status: 'firing',
    receiver: 'tocsin',
    groupLabels: { alertname: 'PaymentsSlow' },
    commonLabels: common,
    commonAnnotations: { runbook_url: 'https://wiki.northwind.example/payments/slow' },
    externalURL: 'https://alertmanager.northwind.example',
    alerts: instances.map((instance, n) => ({
      status: 'firing',
      labels: { ...common, instance, zone: n === 1 ? 'b' : 'a' },
      annotations: {
        summary: 'Card payments take longer than 5 s',
        description: `95 % of the calls of ${instance} to the card provider took longer than 5 s in the last 10 minutes.`,
        runbook_url: 'https://wiki.northwind.example/payments/slow',
      },
      startsAt: '2027-03-02T13:37:00Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'https://prometheus.northwind.example/graph',
      fingerprint: `0000${n}`,
    })),
  };
}

/** One JSON call; throws with the answer when it is none of 2xx. */
function caller(url) {
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answerText = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${answerText}`);
    return answerText ? JSON.parse(answerText) : null;
  };
}

async function join(call, admin, name) {
  const { says } = await admin.run('InvitePerson', { name, email: `${name.toLowerCase()}@northwind.example`, role: 'member' });
  const token = says.invitation.split('/invite/')[1];
  return call('POST', `/api/invitations/${token}`, { password: 'correct horse battery', timeZone: 'Europe/Berlin' });
}

function person(call, { personId, token }, phone) {
  const authorization = `Bearer ${token}`;
  let after = '';
  const run = async (type, data) => {
    const commandAnswer = await call('POST', `/api/commands/${type}`, data, { authorization, 'idempotency-key': randomUUID() });
    after = commandAnswer.token;
    return commandAnswer;
  };
  const list = async (view, query = '') =>
    (await call('GET', `/api/views/${view}?limit=200&after=${after}&${query}`, undefined, { authorization })).rows.map(({ row }) => row);
  const post = async (path, body) => {
    await call('POST', path, body);
    await call('POST', '/test/clock', { advance: 'PT0S' });
  };
  const addPhone = async () => {
    const { says } = await run('AddContactMethod', { kind: 'webhook', personId, address: phone.url });
    const { contactMethodId } = says;
    await call('POST', '/test/clock', { advance: 'PT0S' });
    await run('VerifyContactMethod', { personId, contactMethodId, code: phone.codeFor(contactMethodId) });
    for (const urgency of ['high', 'low']) {
      await run('AddNotificationRule', { personId, urgency, contactMethodId, delayMinutes: urgency === 'high' ? 0 : 5 });
    }
  };
  return { personId, token, run, list, post, addPhone };
}

/** A phone for everyone: keeps the codes and links sent to it. */
async function startPhone() {
  const receivedBodies = [];
  const take = async (request, response) => {
    receivedBodies.push(JSON.parse(await text(request)));
    response.writeHead(200).end();
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(4711, '127.0.0.1'); // a fixed port, because it is visible in a screenshot
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/phone`,
    codeFor: (id) => receivedBodies.findLast(({ type, contactMethodId }) => type === 'verification' && contactMethodId === id).code,
    linkOf: (number) => new URL(receivedBodies.find((page) => page.type === 'page' && page.number >= number + 1).link).pathname,
    close: () => {
      server.closeAllConnections();
      return new Promise((onClosed) => server.close(onClosed));
    },
  };
}
