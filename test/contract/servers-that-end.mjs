// Started by servers-in-one-process.spec.ts, with --expose-gc: starts servers in this process, one after another, has them do some of what they
// do, ends them, and prints what the last one has left behind.
import { createHook } from 'node:async_hooks';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

const { startTocsin } = await import(resolve('dist/server/start.js'));
const print = process.stdout.write.bind(process.stdout);
let output = '';
process.stdout.write = (text) => (output += text) !== '';
console.warn = () => {};

/** Pending work of the event loop, even if it keeps no process alive. */
const pendingResources = new Map();
createHook({
  init: (id, type) => {
    if (!/^(PROMISE|TickObject|Microtask|Immediate|FSREQ|RANDOMBYTES|PerformanceObserver)/.test(type)) pendingResources.set(id, type);
  },
  destroy: (id) => pendingResources.delete(id),
}).enable();

async function runServer() {
  output = '';
  const data = join(mkdtempSync(join(tmpdir(), 'tocsin-')), 'data');
  const env = { TOCSIN_DATA: data, PORT: '0', HOST: '127.0.0.1', TOCSIN_CLOCK: 'manual', TOCSIN_LOG_LEVEL: 'error' };
  const server = await startTocsin({ env, args: [] });
  const url = /listens on (\S+)/.exec(output)[1].replace('localhost', '127.0.0.1');
  const body = { organisation: 'Acme', name: 'Ana', email: 'ana@example.org', password: 'correct horse battery' };
  const { token, address } = await requestJson(`${url}/api/setup`, { body });
  await requestJson(`${url}${new URL(address).pathname}`, { body: { alerts: [{ status: 'firing', labels: { alertname: 'DiskFull' } }] } });
  await requestJson(`${url}/test/clock`, { body: { advance: 'PT5M' } });
  const { rows } = await requestJson(`${url}/api/views/alertGroups`, { token });
  if (rows.length !== 1) throw new Error(JSON.stringify(rows));
  await requestJson(`${url}/metrics`, { token });
  await requestJson(`${url}/readyz`, { token });
  await server.close();
  return new WeakRef(server);
}

async function requestJson(url, { body, token }) {
  const headers = {
    connection: 'close',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(url, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return text.startsWith('{') ? JSON.parse(text) : text;
}

const listHandles = () => ({
  files: readdirSync('/proc/self/fd').length,
  listeners: process.eventNames().map((name) => `${String(name)} ${process.listenerCount(name)}`),
});

/** Waits up to a minute until this holds: closed handles are collected a few turns later, and clients have timers of a second. */
async function waitUntil(isTrue) {
  for (const startedAt = performance.now(); performance.now() - startedAt < 60_000 && !isTrue();) {
    await nextTurn();
    globalThis.gc();
    await nextTurn();
  }
}

/** Reading a reference keeps its target alive until the turn ends. */
const isCollected = (reference) => () => reference.deref() === undefined;

const first = await runServer();
await waitUntil(isCollected(first));
const [before, knownIds] = [listHandles(), new Set(pendingResources.keys())];
const second = await runServer();
const listLeftovers = () => [...pendingResources].filter(([id]) => !knownIds.has(id)).map(([, type]) => type);
await waitUntil(() => isCollected(second)() && listLeftovers().length === 0 && listHandles().files <= before.files);
print(JSON.stringify({ isInMemory: !isCollected(second)(), pending: listLeftovers(), before, after: listHandles() }));
process.exit();
