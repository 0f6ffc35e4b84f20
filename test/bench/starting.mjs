import { rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { interleaved, round, row, told } from './measure.mjs';
import { startProgram, startTocsin } from './server-under-test.mjs';
import { webhook } from './senders.mjs';
import { built } from './built.mjs';

const events = Number(process.env.TOCSIN_BENCH_EVENTS ?? 1_000_000);
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
const settled = async () => {
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
  const { SqliteEventLog } = await built('libs/platform/src/event-log/sqlite-event-log.js');
  const { openVault } = await built('libs/platform/src/vault/sqlite-vault.js');
  const { EventCodec } = await built('libs/platform/src/codec/codec.js');
  const { eventContract } = await built('libs/contracts/src/catalogue.js');
  const log = new SqliteEventLog(join(data, 'log'));
  const vault = openVault(join(data, 'vault'), undefined);
  const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: {} });
  const lastOf = async (type) => (await log.readBack({ before: 1e9, limit: 1, types: [type] }))[0];
  const [received, routed] = await Promise.all([lastOf('SignalReceived'), lastOf('SignalsRouted')]);
  const [signal, run] = [codec.decode(received), codec.decode(routed)];
  const head = await log.head();
  const at = { ordinal: head.ordinal };
  let [inbox, routing] = [received.revision, routed.revision];
  const encoded = (event, data, meta) =>
    codec.encode({ id: idOf((at.ordinal += 1)), type: event.type, data }, { ...event.meta, ...meta }, { parsed: true });
  while (at.ordinal < count) {
    const from = at.ordinal;
    const signals = Array.from({ length: signalsInRun * runsAtOnce }, () => encoded(signal, signal.data, {}));
    await log.append(received.stream, inbox, signals);
    inbox += signals.length;
    const runs = Array.from({ length: runsAtOnce }, (_, n) => {
      const begun = from + n * signalsInRun;
      const items = signals.slice(n * signalsInRun, (n + 1) * signalsInRun).map(({ id }, place) => ({
        ...run.data.items[0],
        outcome: 'repeat',
        signal: { ...run.data.items[0].signal, eventId: id, ordinal: begun + place + 1 },
      }));
      const upTo = begun + signalsInRun;
      return encoded(run, { ...run.data, from: begun, upTo, items }, { handledUpTo: upTo });
    });
    await log.append(routed.stream, routing, runs);
    routing += runs.length;
  }
  await log.close();
  vault.close();
};

/** Milliseconds from the start of the process until it accepted a signal, and until it answers all requests. */
const start = async ({ data, path }) => {
  const begun = performance.now();
  const starting = startProgram(process.execPath, [resolve('dist/server/main.js')], env(data), /listens on (http:\/\/\S+)/, 600_000);
  const doors = (async () => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: webhook(1, 1) }).catch(() => null);
      if (answer?.status === 202) return performance.now() - begun;
      await pause(2);
    }
  })();
  const program = await starting;
  const ready = performance.now() - begun;
  return { program, ready, doors: await doors };
};

/** Waits until its screens are up to date, and stops it gracefully. */
const atRest = async ({ program }) => {
  for (;;) {
    const { views } = await (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
    if (views.lag < 50 && views.building.length === 0) break;
    await pause(200);
  }
  await program.stop();
};

/** Simulates an upgrade that changed these memory views. */
const upgraded = ({ data }, views) => {
  for (const view of views) rmSync(join(data, 'views', 'memory', `${view}.snapshot`));
};

export const starting = async ({ rounds }) => {
  const [empty, long] = [await settled(), await settled()];
  try {
    await lengthen(long.data, events);
    for (const one of [empty, long]) await atRest(await start(one));
    const timed =
      (server, of, before = () => {}) =>
      async () => {
        before();
        const begun = await start(server);
        await atRest(begun);
        return begun[of];
      };
    const again = ['integrations', 'groups', 'threads', 'routing', 'held', 'people', 'services'];
    let said = '';
    const doors = async () => {
      upgraded(long, again);
      const begun = await start(long);
      await atRest(begun);
      said = /(\d+) events were read again.*\((\d+)\/s\)/.exec(begun.program.said())?.slice(1).map(Number) ?? said;
      return begun.doors;
    };
    const ready = await interleaved({ long: timed(long, 'ready'), empty: timed(empty, 'ready') }, rounds);
    const door = await interleaved({ doors, empty: timed(empty, 'ready') }, Math.min(rounds, 3));
    const ms = (figure) => `${round(figure)} ms`;
    return [
      row(
        `Ready with ${round(events)} events on the log`,
        ms(ready.medians.long),
        `an empty one ${ms(ready.medians.empty)}`,
        ready.ratios.empty,
        1.5,
        { atMost: true },
      ),
      row(
        `First signal taken after an upgrade, ${round(events)} events`,
        ms(door.medians.doors),
        `an empty one is ready ${ms(door.medians.empty)}`,
        door.ratios.empty,
        3,
        { atMost: true },
      ),
      told(
        `Folding ${again.length} views again meanwhile`,
        `${round(said[1] ?? 0)} events/s`,
        `${round(said[0] ?? 0)} events asked for`,
        1,
      ),
    ];
  } finally {
    for (const { folder } of [empty, long]) rmSync(folder, { recursive: true, force: true });
  }
};
