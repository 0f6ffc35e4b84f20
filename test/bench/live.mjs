import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runInterleaved, percentile, row, sized } from './measure.mjs';
import { webhook } from './senders.mjs';
import { startProgram, startTocsin } from './server-under-test.mjs';

export const sockets = sized(1_000, 5);
const groups = 8;
export const warmUp = sized(10, 1);

/**
 * A process with all sockets of one contestant. `hears` runs the work, and returns for each socket after how many milliseconds it
 * got the message.
 */
export const startWatchers = async (options) => {
  const child = fork(resolve('test/bench/watchers.mjs'), [JSON.stringify({ count: sockets, ...options })]);
  const waitForMessage = async (key) => {
    const [message] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) });
    if (!(key in message)) throw new Error(`expected ${key}: ${JSON.stringify(message)}`);
    return message;
  };
  await waitForMessage('ready');
  return {
    hears: async (expectedMessage, run) => {
      child.send(expectedMessage);
      await waitForMessage('waits');
      const all = waitForMessage('at');
      const startedAt = process.hrtime.bigint();
      await run();
      const { at, message } = await all;
      return { millis: at.map((instant) => Number(BigInt(instant) - startedAt) / 1e6), message };
    },
    stop: () => child.disconnect(),
  };
};

/** Written by hand, because Node’s fetch would be a large part of the measured time. */
const post = (url, body, headers = {}) =>
  new Promise((fulfil, reject) => {
    const text = JSON.stringify(body);
    const clientRequest = request(url, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
    });
    clientRequest.on('response', (answer) =>
      answer.resume().on('end', () => (answer.statusCode < 300 ? fulfil() : reject(new Error(`${url}: ${answer.statusCode}`)))),
    );
    clientRequest.on('error', reject);
    clientRequest.end(text);
  });

const openGroups = async (tocsin) => {
  for (let group = 0; group < groups; group += 1) await post(tocsin.address, JSON.parse(webhook(group, 3)));
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await tocsin.get('/api/views/alertGroups?limit=50');
    if (rows.length === groups) return rows.map(({ id }) => id);
    await pause(100);
  }
  throw new Error('the groups did not open');
};

/**
 * A server with 1,000 open browsers, and a person who acknowledges and unacknowledges. `once` returns the 99th percentile in
 * milliseconds.
 */
export const startAcknowledging = async (tocsin) => {
  const watchers = await startWatchers({ url: tocsin.url, path: '/live', auth: { token: tocsin.token }, watch: ['alertGroups'] });
  const ids = await openGroups(tocsin);
  let n = 0;
  let message;
  const once = async () => {
    const id = ids[n % groups];
    const [act, status] =
      Math.floor(n / groups) % 2 === 0 ? ['AcknowledgeAlertGroup', 'acknowledged'] : ['UnacknowledgeAlertGroup', 'firing'];
    n += 1;
    const received = await watchers.hears({ id, status }, () =>
      post(`${tocsin.url}/api/commands/${act}`, { groupId: id }, { authorization: `Bearer ${tocsin.token}` }),
    );
    message = received.message;
    await pause(50);
    return percentile(received.millis, 0.99);
  };
  return { once, said: () => message, stop: () => watchers.stop() };
};

export const roundsOf = (rounds) => sized(Math.max(40, rounds * 10), 1);

/** How long an acknowledgement takes to appear in each of 1,000 open browsers, compared with a bare broadcast of the same row. */
export const live = async ({ rounds }) => {
  const tocsin = await startTocsin();
  const bareProgram = await startProgram(process.execPath, [resolve('test/bench/bare-socket.mjs')], {}, /listens on (\S+)/);
  const acknowledging = await startAcknowledging(tocsin);
  const bareWatchers = await startWatchers({ url: bareProgram.found[1], path: '/live', auth: {}, watch: [] });
  try {
    const runBroadcast = async () => {
      const message = acknowledging.said();
      const { millis } = await bareWatchers.hears({ id: message.id, status: message.row.status }, () =>
        post(bareProgram.found[1], message),
      );
      await pause(50);
      return percentile(millis, 0.99);
    };
    await runInterleaved({ acknowledge: acknowledging.once, broadcast: runBroadcast }, warmUp);
    const { medians, ratios } = await runInterleaved({ acknowledge: acknowledging.once, broadcast: runBroadcast }, roundsOf(rounds));
    const figure = `p99 ${medians.acknowledge.toFixed(1)} ms`;
    const ceiling = `bare socket.io broadcast p99 ${medians.broadcast.toFixed(1)} ms`;
    return [row(`Acknowledge → each of ${sockets} sockets`, figure, ceiling, ratios.broadcast, 1.3, { atMost: true })];
  } finally {
    acknowledging.stop();
    bareWatchers.stop();
    await Promise.all([tocsin.stop(), bareProgram.stop()]);
  }
};
