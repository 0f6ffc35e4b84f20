import { rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runInterleaved, round, row, informationRow, sized } from './measure.mjs';
import { startProgram, startTocsin } from './server-under-test.mjs';
import { webhook } from './senders.mjs';
import { importBuilt } from './built.mjs';

const events = Number(process.env.TOCSIN_BENCH_EVENTS ?? sized(1_000_000, 2_000));
/** Signals in one run of the router, and runs in one append. */
const [signalsInRun, runsAtOnce] = [4, 50];
const port = 4_300 + (process.pid % 500);

const env = (data) => ({
  PORT: String(port),
  HOST: '127.0.0.1',
  TOCSIN_DATA: data,
  TOCSIN_LOG_LEVEL: 'fatal',
  NODE_ENV: 'production',
});

/** A server that was set up, has had one alert group, which is resolved, and was stopped gracefully. */
const createSettledServer = async () => {
  const server = await startTocsin();
  await fetch(server.address, { method: 'POST', body: webhook(1, 1) });
  let rows = [];
  for (; rows.length === 0; await pause(50)) ({ rows } = await server.get('/api/views/alertGroups'));
  await server.run('ResolveAlertGroup', { groupId: rows[0].id });
  await server.end();
  return { folder: server.folder, data: join(server.folder, 'data'), path: new URL(server.address).pathname };
};

const idOf = (n) => {
  const hex = createHash('sha256').update(`starting ${n}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Repeats the log’s signals until it has this length: a sender that repeats itself, and a router that ignores it. */
const lengthen = async (data, count) => {
  const { SqliteEventLog } = await importBuilt('libs/platform/src/event-log/sqlite-event-log.js');
  const { openVault } = await importBuilt('libs/platform/src/vault/sqlite-vault.js');
  const { EventCodec } = await importBuilt('libs/platform/src/codec/codec.js');
  const { eventContract } = await importBuilt('libs/contracts/src/catalogue.js');
  const log = new SqliteEventLog(join(data, 'log'));
  const vault = openVault(join(data, 'vault'), undefined);
  const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: {} });
  const lastOf = async (type) => (await log.readBack({ before: 1e9, limit: 1, types: [type] }))[0];
  const [receivedEvent, routedEvent] = await Promise.all([lastOf('SignalReceived'), lastOf('SignalsRouted')]);
  const [signal, run] = [codec.decode(receivedEvent), codec.decode(routedEvent)];
  const head = await log.head();
  const at = { ordinal: head.ordinal };
  let [inbox, routing] = [receivedEvent.revision, routedEvent.revision];
  const encodeEvent = (event, data, meta) =>
    codec.encode({ id: idOf((at.ordinal += 1)), type: event.type, data }, { ...event.meta, ...meta }, { parsed: true });
  while (at.ordinal < count) {
    const from = at.ordinal;
    const signals = Array.from({ length: signalsInRun * runsAtOnce }, () => encodeEvent(signal, signal.data, {}));
    await log.append(receivedEvent.stream, inbox, signals);
    inbox += signals.length;
    const runs = Array.from({ length: runsAtOnce }, (_, n) => {
      const runStart = from + n * signalsInRun;
      const items = signals.slice(n * signalsInRun, (n + 1) * signalsInRun).map(({ id }, place) => ({
        ...run.data.items[0],
        outcome: 'repeat',
        signal: { ...run.data.items[0].signal, eventId: id, ordinal: runStart + place + 1 },
      }));
      const runEnd = runStart + signalsInRun;
      return encodeEvent(run, { ...run.data, from: runStart, upTo: runEnd, items }, { handledUpTo: runEnd });
    });
    await log.append(routedEvent.stream, routing, runs);
    routing += runs.length;
  }
  await log.close();
  vault.close();
};

/** Milliseconds from the start of the process until it accepted a signal, and until it answers all requests. */
const start = async ({ data, path }) => {
  const startedAt = performance.now();
  const programStart = startProgram(process.execPath, [resolve('dist/server/main.js')], env(data), /listens on (http:\/\/\S+)/, 600_000);
  const measureDoors = (async () => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: webhook(1, 1) }).catch(() => null);
      if (answer?.status === 202) return performance.now() - startedAt;
      await pause(2);
    }
  })();
  const program = await programStart;
  const readyMs = performance.now() - startedAt;
  return { program, ready: readyMs, doors: await measureDoors };
};

/** Waits until its screens are up to date, and stops it gracefully. */
const stopAtRest = async ({ program }) => {
  for (;;) {
    const { views } = await (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
    if (views.lag < 50 && views.building.length === 0) break;
    await pause(200);
  }
  await program.stop();
};

/** Simulates an upgrade that changed these memory views. */
const deleteSnapshots = ({ data }, views) => {
  for (const view of views) rmSync(join(data, 'views', 'memory', `${view}.snapshot`));
};

export const starting = async ({ rounds }) => {
  const [emptyServer, longServer] = [await createSettledServer(), await createSettledServer()];
  try {
    await lengthen(longServer.data, events);
    for (const one of [emptyServer, longServer]) await stopAtRest(await start(one));
    const measureStart =
      (server, figureName, before = () => {}) =>
      async () => {
        before();
        const startedServer = await start(server);
        await stopAtRest(startedServer);
        return startedServer[figureName];
      };
    const refoldedViews = ['integrations', 'groups', 'threads', 'routing', 'held', 'people', 'services'];
    let refoldFigures = '';
    const measureDoors = async () => {
      deleteSnapshots(longServer, refoldedViews);
      const startedServer = await start(longServer);
      await stopAtRest(startedServer);
      refoldFigures =
        /(\d+) events were read again.*\((\d+)\/s\)/.exec(startedServer.program.said())?.slice(1).map(Number) ?? refoldFigures;
      return startedServer.doors;
    };
    const readyTimes = await runInterleaved({ long: measureStart(longServer, 'ready'), empty: measureStart(emptyServer, 'ready') }, rounds);
    const door = await runInterleaved({ doors: measureDoors, empty: measureStart(emptyServer, 'ready') }, Math.min(rounds, 3));
    const toMs = (figure) => `${round(figure)} ms`;
    return [
      row(
        `Ready with ${round(events)} events on the log`,
        toMs(readyTimes.medians.long),
        `an empty one ${toMs(readyTimes.medians.empty)}`,
        readyTimes.ratios.empty,
        1.5,
        { atMost: true },
      ),
      row(
        `First signal taken after an upgrade, ${round(events)} events`,
        toMs(door.medians.doors),
        `an empty one is ready ${toMs(door.medians.empty)}`,
        door.ratios.empty,
        3,
        { atMost: true },
      ),
      informationRow(
        `Folding ${refoldedViews.length} views again meanwhile`,
        `${round(refoldFigures[1] ?? 0)} events/s`,
        `${round(refoldFigures[0] ?? 0)} events asked for`,
        1,
      ),
    ];
  } finally {
    for (const { folder } of [emptyServer, longServer]) rmSync(folder, { recursive: true, force: true });
  }
};
