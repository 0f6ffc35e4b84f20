import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { event, rate } from './append.mjs';
import { load, seconds, webhooks } from './ingest.mjs';
import { roundsOf, sockets, startAcknowledging, warmUp } from './live.mjs';
import { interleaved, round, row, told } from './measure.mjs';
import { startStores } from './start-stores.mjs';
import { startTocsin } from './server-under-test.mjs';
import { built } from './built.mjs';

const { openEventStoreLog } = await built('libs/platform/src/event-log/eventstore/eventstore-log.js');
const { SqliteEventLog } = await built('libs/platform/src/event-log/sqlite-event-log.js');

/** Waits until all accepted work is done: it would slow down the next contestant. */
const settled = async (tocsin) => {
  for (let tries = 0; tries < 600; tries += 1) {
    const { memory, reactor, views } = await tocsin.get('/api/health');
    if (memory.lag + reactor.lag + views.lag === 0) return;
    await pause(100);
  }
  throw new Error('the server has not caught up within a minute');
};

/** A stored signal: the plain client’s appends have its size. */
const oneSignal = async (eventStore) => {
  const client = EventStoreDBClient.connectionString(eventStore);
  try {
    for await (const { event: found } of client.readAll()) {
      if (found.type === 'SignalReceived') return { type: found.type, data: found.data, metadata: found.metadata };
    }
    throw new Error('no signal was kept');
  } finally {
    await client.dispose();
  }
};

const startPlain = async (eventStore) => {
  const about = { connectionString: eventStore, ...(await oneSignal(eventStore)) };
  const child = fork(resolve('test/bench/plain-appends.mjs'), [JSON.stringify(about)]);
  await once(child, 'message');
  return {
    rate: async () => {
      child.send({ writers: 64, ms: seconds * 1_000 });
      return (await once(child, 'message'))[0].rate;
    },
    stop: () => child.disconnect(),
  };
};

/** Signals through the HTTP route, compared with a program that only appends them, and with the embedded profile. */
const ingest = async (rounds) => {
  const stores = await startStores();
  const cluster = await startTocsin(await stores.env());
  const embedded = await startTocsin();
  const rows = [];
  let plain;
  try {
    const through = (tocsin, size) => async () => {
      const done = await load(tocsin.address, webhooks(size));
      await settled(tocsin);
      return done;
    };
    await through(cluster, 1)();
    plain = await startPlain(stores.eventStore);
    const what = 'one 1 KB signal a request, 64 at once';
    const one = await interleaved({ cluster: through(cluster, 1), plain: plain.rate, embedded: through(embedded, 1) }, rounds);
    rows.push(
      row(
        `Durable ingest, ${what}`,
        `${round(one.medians.cluster)}/s`,
        `client alone, an append each ${round(one.medians.plain)}/s`,
        one.ratios.plain,
        0.8,
      ),
      told(`Durable ingest, ${what}`, `${round(one.medians.cluster)}/s`, `embedded ${round(one.medians.embedded)}/s`, one.ratios.embedded),
    );
    const many = await interleaved({ cluster: through(cluster, 100), embedded: through(embedded, 100) }, rounds);
    rows.push(
      told(
        'Durable ingest, webhooks of 100 alerts',
        `${round(many.medians.cluster * 100)} alerts/s`,
        `embedded ${round(many.medians.embedded * 100)} alerts/s`,
        many.ratios.embedded,
      ),
    );
    return rows;
  } finally {
    plain?.stop();
    await Promise.all([cluster.stop(), embedded.stop()]);
    await stores.stop();
  }
};

const appends = async (rounds) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-append-'));
  const stores = await startStores();
  const log = openEventStoreLog({ connectionString: stores.eventStore, prefix: 'bench', sideDir: folder });
  const file = new SqliteEventLog(join(folder, 'log'));
  const to = (target) => () => rate((stream) => target.append(stream, 'none', [event()]), 64, 1_500);
  try {
    const { medians, ratios } = await interleaved({ cluster: to(log), embedded: to(file) }, rounds);
    const beside = `embedded ${round(medians.embedded)}/s`;
    return [told('Append through the port, 64 at once, a stream each', `${round(medians.cluster)}/s`, beside, ratios.embedded)];
  } finally {
    await log.close();
    await file.close();
    await stores.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const live = async (rounds) => {
  const stores = await startStores();
  const servers = [await startTocsin(await stores.env()), await startTocsin()];
  const [cluster, embedded] = [await startAcknowledging(servers[0]), await startAcknowledging(servers[1])];
  try {
    const contestants = { cluster: cluster.once, embedded: embedded.once };
    await interleaved(contestants, warmUp);
    const { medians, ratios } = await interleaved(contestants, roundsOf(rounds));
    const [figure, beside] = [`p99 ${medians.cluster.toFixed(1)} ms`, `embedded p99 ${medians.embedded.toFixed(1)} ms`];
    return [told(`Acknowledge → each of ${sockets} sockets`, figure, beside, ratios.embedded)];
  } finally {
    cluster.stop();
    embedded.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await stores.stop();
  }
};

/** The cluster profile, compared with the limits of its client and server, and with the embedded profile. Uses the test node. */
export const cluster = async ({ rounds }) => [...(await ingest(rounds)), ...(await appends(rounds)), ...(await live(rounds))];
