import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { event, measureRate } from './append.mjs';
import { load, seconds, webhooks } from './ingest.mjs';
import { roundsOf, sockets, startAcknowledging, warmUp } from './live.mjs';
import { runInterleaved, round, row, informationRow } from './measure.mjs';
import { startStores } from './start-stores.mjs';
import { startTocsin } from './server-under-test.mjs';
import { importBuilt } from './built.mjs';

const { openEventStoreLog } = await importBuilt('libs/platform/src/event-log/eventstore/eventstore-log.js');
const { SqliteEventLog } = await importBuilt('libs/platform/src/event-log/sqlite-event-log.js');

/** Waits until all accepted work is done: it would slow down the next contestant. */
const waitUntilSettled = async (tocsin) => {
  for (let tries = 0; tries < 600; tries += 1) {
    const { memory, reactor, views } = await tocsin.get('/api/health');
    if (memory.lag + reactor.lag + views.lag === 0) return;
    await pause(100);
  }
  throw new Error('the server has not caught up within a minute');
};

/** A stored signal: the plain client’s appends have its size. */
const readOneSignal = async (eventStore) => {
  const client = EventStoreDBClient.connectionString(eventStore);
  try {
    for await (const { event: foundEvent } of client.readAll()) {
      if (foundEvent.type === 'SignalReceived') return { type: foundEvent.type, data: foundEvent.data, metadata: foundEvent.metadata };
    }
    throw new Error('no signal was kept');
  } finally {
    await client.dispose();
  }
};

const startPlain = async (eventStore) => {
  const options = { connectionString: eventStore, ...(await readOneSignal(eventStore)) };
  const child = fork(resolve('test/bench/plain-appends.mjs'), [JSON.stringify(options)]);
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
const measureIngest = async (rounds) => {
  const stores = await startStores();
  const cluster = await startTocsin(await stores.env());
  const embedded = await startTocsin();
  const rows = [];
  let plainProgram;
  try {
    const ingestThrough = (tocsin, size) => async () => {
      const postedCount = await load(tocsin.address, webhooks(size));
      await waitUntilSettled(tocsin);
      return postedCount;
    };
    await ingestThrough(cluster, 1)();
    plainProgram = await startPlain(stores.eventStore);
    const title = 'one 1 KB signal a request, 64 at once';
    const one = await runInterleaved(
      { cluster: ingestThrough(cluster, 1), plain: plainProgram.rate, embedded: ingestThrough(embedded, 1) },
      rounds,
    );
    rows.push(
      row(
        `Durable ingest, ${title}`,
        `${round(one.medians.cluster)}/s`,
        `client alone, an append each ${round(one.medians.plain)}/s`,
        one.ratios.plain,
        0.8,
      ),
      informationRow(
        `Durable ingest, ${title}`,
        `${round(one.medians.cluster)}/s`,
        `embedded ${round(one.medians.embedded)}/s`,
        one.ratios.embedded,
      ),
    );
    const comparison = await runInterleaved({ cluster: ingestThrough(cluster, 100), embedded: ingestThrough(embedded, 100) }, rounds);
    rows.push(
      informationRow(
        'Durable ingest, webhooks of 100 alerts',
        `${round(comparison.medians.cluster * 100)} alerts/s`,
        `embedded ${round(comparison.medians.embedded * 100)} alerts/s`,
        comparison.ratios.embedded,
      ),
    );
    return rows;
  } finally {
    plainProgram?.stop();
    await Promise.all([cluster.stop(), embedded.stop()]);
    await stores.stop();
  }
};

const measureAppends = async (rounds) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-append-'));
  const stores = await startStores();
  const log = openEventStoreLog({ connectionString: stores.eventStore, prefix: 'bench', sideDir: folder });
  const file = new SqliteEventLog(join(folder, 'log'));
  const to = (target) => () => measureRate((stream) => target.append(stream, 'none', [event()]), 64, 1_500);
  try {
    const { medians, ratios } = await runInterleaved({ cluster: to(log), embedded: to(file) }, rounds);
    const embeddedText = `embedded ${round(medians.embedded)}/s`;
    return [
      informationRow('Append through the port, 64 at once, a stream each', `${round(medians.cluster)}/s`, embeddedText, ratios.embedded),
    ];
  } finally {
    await log.close();
    await file.close();
    await stores.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measureLive = async (rounds) => {
  const stores = await startStores();
  const servers = [await startTocsin(await stores.env()), await startTocsin()];
  const [cluster, embedded] = [await startAcknowledging(servers[0]), await startAcknowledging(servers[1])];
  try {
    const contestants = { cluster: cluster.once, embedded: embedded.once };
    await runInterleaved(contestants, warmUp);
    const { medians, ratios } = await runInterleaved(contestants, roundsOf(rounds));
    const [figure, embeddedText] = [`p99 ${medians.cluster.toFixed(1)} ms`, `embedded p99 ${medians.embedded.toFixed(1)} ms`];
    return [informationRow(`Acknowledge → each of ${sockets} sockets`, figure, embeddedText, ratios.embedded)];
  } finally {
    cluster.stop();
    embedded.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await stores.stop();
  }
};

/** The cluster profile, compared with the limits of its client and server, and with the embedded profile. Uses the test node. */
export const cluster = async ({ rounds }) => [
  ...(await measureIngest(rounds)),
  ...(await measureAppends(rounds)),
  ...(await measureLive(rounds)),
];
