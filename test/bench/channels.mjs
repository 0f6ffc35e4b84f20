import { createServer } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { round, sized } from './measure.mjs';
import { startTocsin } from './server-under-test.mjs';
import { signal } from './storm.mjs';

/** A hundred pages by each channel: setting up a thousand methods takes longer than all that is measured. `TOCSIN_BENCH_PEOPLE=100` measures a thousand. */
const people = Number(process.env.TOCSIN_BENCH_PEOPLE ?? sized(10, 2));
/** As many as a person may have: all of them are used at once for a first page of high urgency. */
const methodsEach = sized(10, 2);
const callsAtOnce = 20;
/** Milliseconds that a provider takes. */
const answersAfter = 20;

const json = { 'content-type': 'application/json' };
const post = async (url, body, headers = json) => {
  const answer = await fetch(url, { method: 'POST', headers, body });
  const read = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${read}`);
  return read ? JSON.parse(read) : null;
};

/** A code as it is written, or read out digit by digit. */
const codeIn = (said) => /\b(\d{6})\b/.exec(said)?.[1] ?? /(\d(?:, \d){5})/.exec(said)?.[1].replaceAll(', ', '');

/** A provider of every kind: takes what is sent, as each of them answers. */
const startProvider = async () => {
  const codes = new Map();
  const codeOf = (to) => {
    if (!codes.has(to)) codes.set(to, Promise.withResolvers());
    return codes.get(to);
  };
  const state = { running: 0, most: 0, taken: 0, wanted: Number.POSITIVE_INFINITY, all: Promise.withResolvers(), toOf: () => '' };
  const take = async (request, response) => {
    const raw = await text(request);
    state.running += 1;
    state.most = Math.max(state.most, state.running);
    const code = codeIn(decodeURIComponent(raw.replaceAll('+', ' ')));
    setTimeout(
      () => {
        state.running -= 1;
        response.writeHead(request.url.includes('2010') ? 201 : 200, json);
        response.end(JSON.stringify({ sid: `SM${'0'.repeat(32)}`, id: 'sent', status: 1, request: 'sent', receipt: 'r'.repeat(30) }));
        if (code && state.wanted === Number.POSITIVE_INFINITY) codeOf(state.toOf(request, raw)).resolve(code);
        else state.taken += 1;
        if (state.taken >= state.wanted) state.all.resolve(performance.now());
      },
      state.wanted === Number.POSITIVE_INFINITY ? 0 : answersAfter,
    );
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    state,
    codeOf,
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => server.close().closeAllConnections(),
  };
};

const inForm = (name) => (_request, raw) => new URLSearchParams(raw).get(name);
const phone = (n) => `+4179${String(n).padStart(7, '0')}`;
const twilio = (url) => ({
  kind: 'twilio',
  name: 'Twilio',
  fields: { baseUrl: url, accountSid: 'AC0', sender: '+14155550100', countries: '+1 +41 +44 +49 +1876', authToken: 'of the account' },
});
const userKey = (n) => `u${String(n).padStart(29, '0')}`;

/** What a method of each kind is, where its messages go, and its connection. */
const kinds = {
  sms: { connection: twilio, method: (n) => ({ address: phone(n) }), to: phone, toOf: inForm('To') },
  voice: { connection: twilio, method: (n) => ({ address: phone(n) }), to: phone, toOf: inForm('To') },
  pushover: {
    connection: (url) => ({ kind: 'pushover', name: 'Pushover', fields: { baseUrl: url, apiToken: 'a'.repeat(30) } }),
    method: (n) => ({ address: userKey(n) }),
    to: userKey,
    toOf: (request, raw) => /u\d{29}/.exec(raw)?.[0] ?? request.url,
  },
  webhook: { method: (n, url) => ({ address: `${url}/p${n}` }), to: (n) => `/p${n}`, toOf: ({ url }) => url },
  ntfy: {
    method: (n, url) => ({ server: url, topic: `topic${n}` }),
    to: (n) => `topic${n}`,
    toOf: (_request, raw) => JSON.parse(raw).topic,
  },
};

const addPerson = async ({ url, run }, n) => {
  const { invitation } = (await run('InvitePerson', { name: `Person ${n}`, email: `p${n}@example.org`, role: 'member' })).says;
  const path = `${url}/api/invitations/${invitation.split('/invite/')[1]}`;
  const { personId, token } = await post(path, JSON.stringify({ password: 'correct horse battery' }));
  const headers = { ...json, authorization: `Bearer ${token}` };
  return { personId, run: (type, data) => post(`${url}/api/commands/${type}`, JSON.stringify(data), headers) };
};

const addMethod = async (provider, kind, { personId, run }, n) => {
  const { method, to } = kinds[kind];
  const rules = [{ urgency: 'high', delayMinutes: 0 }];
  const { contactMethodId } = (await run('AddContactMethod', { kind, personId, rules, ...method(n, provider.url) })).says;
  await run('VerifyContactMethod', { personId, contactMethodId, code: await provider.codeOf(to(n)).promise });
};

/** The people of one kind, each with as many methods of it, whom one policy pages at once. */
const setUp = async ({ tocsin, provider, connected }, kind) => {
  const { connection } = kinds[kind];
  if (connection && !connected.has(connection)) await tocsin.run('AddConnection', connection(provider.url));
  connected.add(connection);
  Object.assign(provider.state, { taken: 0, wanted: Number.POSITIVE_INFINITY, toOf: kinds[kind].toOf });
  const first = Object.keys(kinds).indexOf(kind) * people;
  const { run } = tocsin;
  const { teamId } = (await run('CreateTeam', { name: kind })).says;
  for (let n = first; n < first + people; n += 1) {
    const person = await addPerson(tocsin, n);
    for (let m = 0; m < methodsEach; m += 1) await addMethod(provider, kind, person, n * methodsEach + m);
    await run('AddTeamMember', { teamId, personId: person.personId, role: 'responder' });
  }
  const steps = [{ targets: [{ kind: 'team', teamId }], waitMinutes: 60 }];
  const { policyId } = (await run('CreatePolicy', { teamId, name: kind, steps })).says;
  const { serviceId } = (await run('CreateService', { teamId, policyId, name: kind })).says;
  return (await run('CreateIntegration', { teamId, serviceId, name: kind, kind: 'generic' })).says.address;
};

/** Milliseconds after which what was not handed over counts as lost. */
const lostAfter = 120_000;

const measure = async (world, kind) => {
  const { tocsin, provider } = world;
  const address = await setUp(world, kind);
  const all = Promise.withResolvers();
  Object.assign(provider.state, { most: 0, taken: 0, wanted: people * methodsEach, all });
  const startedAt = performance.now();
  await post(`${tocsin.url}${new URL(address).pathname}`, signal(1));
  const lost = setTimeout(
    () => all.reject(new Error(`${kind}: ${provider.state.taken} of ${people * methodsEach} were handed over`)),
    lostAfter,
  );
  const endedAt = await all.promise.finally(() => clearTimeout(lost));
  return { seconds: (endedAt - startedAt) / 1_000, most: provider.state.most };
};

const lineOf = async (world, kind) => {
  const count = people * methodsEach;
  const what = `${round(count)} messages due at once by ${kind}: until the last is handed over`;
  // one that is not done in time keeps no other from being measured
  const measured = await measure(world, kind).catch((error) => ({ problem: error.message }));
  if ('problem' in measured) return { what, wanted: 'all', met: false, note: measured.problem };
  const { seconds, most } = measured;
  const note = `${most} calls at once at most; ${round(count / seconds)} a second`;
  return { what, figure: `${seconds.toFixed(1)} s`, wanted: `≤ ${callsAtOnce} calls at once`, met: most <= callsAtOnce, note };
};

/** Messages due at one instant, by each channel against a provider that takes 20 ms. */
export const channels = async () => {
  const tocsin = await startTocsin({ TOCSIN_ALLOW_CIDR: '127.0.0.1/32', TOCSIN_CLOCK: 'manual', NODE_ENV: 'test' });
  const world = { tocsin, provider: await startProvider(), connected: new Set([undefined]) };
  const lines = [];
  try {
    for (const kind of Object.keys(kinds)) lines.push(await lineOf(world, kind));
  } finally {
    world.provider.close();
    await tocsin.stop();
  }
  return lines;
};
