// node replay-run.mjs FOLDER reenact|what-if|backtest UPTO: replays a log of history.mjs from its file, on a thread with the memory that the server
// gives to one, and prints what that took; on the way, to its standard error, how far it is, and what that took until then.
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { importBuilt } from './built.mjs';

const { replayMemory } = await importBuilt('libs/platform/src/replay/memory.js');

const runThread = () => {
  const [folder, runName, eventLimit] = process.argv.slice(2);
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { folder, what: runName, upTo: Number(eventLimit) },
    resourceLimits: replayMemory,
  });
  worker.once('error', (error) => {
    console.error(error);
    process.exit(1);
  });
  const measureUsage = () => {
    const { user, system } = process.cpuUsage();
    return { cpu: (user + system) / 1e6, bytes: process.resourceUsage().maxRSS * 1024 };
  };
  worker.on('message', (progress) => {
    if (progress.at) return console.error(JSON.stringify({ ...progress, ...measureUsage() }));
    console.log(JSON.stringify({ ...progress, ...measureUsage() }));
    process.exit(0);
  });
};

const replay = async ({ folder, what, upTo }) => {
  const { codec, domain } = await import('./history.mjs');
  const { eventContract } = await importBuilt('libs/contracts/src/catalogue.js');
  const { SqliteEventLog } = await importBuilt('libs/platform/src/event-log/sqlite-event-log.js');
  const { logSource } = await importBuilt('libs/platform/src/replay/log-source.js');
  const { createDiskSpill: diskSpill } = await importBuilt('libs/platform/src/replay/disk-spill.js');
  const { reenactStepwise } = await importBuilt('libs/kernel/src/replay/reenact.js');
  const { runWhatIf } = await importBuilt('libs/kernel/src/replay/what-if.js');
  const { imaginedGroups } = await importBuilt('libs/domain/src/alert-groups/shared/what-if.js');
  const { runBacktest, countEventsToRead } = await importBuilt('libs/domain/src/backtests/backtest.js');
  const isRaw = (subject) => subject.startsWith('raw:');
  const source = logSource(SqliteEventLog.openReadOnly(join(folder, 'log')), (storedEvent) => codec.decode(storedEvent, isRaw));
  const maxInMemory = 2_000;
  let store;
  const openStreams = () => {
    store?.close();
    store = diskSpill(folder);
    return { store, capacity: maxInMemory };
  };
  const engine = {
    written: (type, data) => ({ v: eventContract(type).v, data: JSON.parse(JSON.stringify(data)) }),
  };
  /** Runs to the end, and reports progress every 50,000 events. */
  const end = (steps) => {
    for (let at = 1; ; at += 1) {
      const step = steps.next();
      if (step.done) return step.value;
      if (at % 50_000 === 0) parentPort.postMessage({ at }, []);
    }
  };
  const runs = {
    // the last events of a truncated log may have consequences that were decided after the cut
    reenact: () => {
      const { checked, otherLogic, differences, missing } = end(
        reenactStepwise(domain, source, { ...engine, streams: openStreams(), upTo, pendingOk: 50 }),
      );
      if (otherLogic > 0) throw new Error('other rules made this log: nothing of it would be decided again');
      return { read: upTo, checked, found: `${differences.length} differences, ${missing.length} missing` };
    },
    'what-if': () => {
      const options = { ...engine, streams: openStreams(), upTo, ...imaginedGroups, keeps: 10_000 };
      const { divergences } = end(runWhatIf(domain, source, options));
      // in a truncated log, decisions of its last instant are missing
      const { at } = source.at(upTo).meta;
      return {
        read: upTo,
        checked: upTo,
        found: `${[...divergences].filter(({ was, would }) => (was ?? would).at < at).length} groups differ`,
      };
    },
    backtest: () => {
      const order = { change: null, from: source.at(1).meta.at, to: source.at(upTo).meta.at, after: 0, upTo };
      const { was, differing: foundDifferences } = end(
        runBacktest({ domain, source, ...engine, streams: openStreams, keeps: 10_000 }, order),
      );
      return {
        read: countEventsToRead(order),
        checked: upTo,
        found: `${was.groups} groups, ${was.pages} pages; ${foundDifferences.change} differ`,
      };
    },
  };
  const startedAt = performance.now();
  const result = runs[what]();
  return { ...result, seconds: (performance.now() - startedAt) / 1_000 };
};

if (isMainThread) runThread();
else parentPort.postMessage(await replay(workerData), []);
