// node replay-run.mjs FOLDER reenact|what-if|backtest|demo UPTO: replays a log of history.mjs from its file, on a thread with the memory that the server
// gives to one, and prints what that took; on the way, to its standard error, how far it is, and what that took until then.
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { importBuilt } from './built.mjs';

const { replayMemory } = await importBuilt('libs/platform/src/replay/memory.js');

const runThread = () => {
  const [folder, runName, eventLimit] = process.argv.slice(2);
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { folder, what: runName, upTo: Number(eventLimit) },
    // the demo is made in its memory
    resourceLimits: runName === 'demo' ? {} : replayMemory,
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

/** Runs to the end, and reports progress every 50,000 events. */
const end = (steps) => {
  for (let at = 1; ; at += 1) {
    const step = steps.next();
    if (step.done) return step.value;
    if (at % 50_000 === 0) parentPort.postMessage({ at }, []);
  }
};

const replay = async ({ folder, what, upTo }) => {
  const { codec, domain } = await import('./history.mjs');
  const { eventContract } = await importBuilt('libs/contracts/src/catalogue.js');
  const { SqliteEventLog } = await importBuilt('libs/platform/src/event-log/sqlite-event-log.js');
  const { logSource } = await importBuilt('libs/platform/src/replay/log-source.js');
  const { createDiskSpill: diskSpill } = await importBuilt('libs/platform/src/replay/disk-spill.js');
  const { reenactStepwise } = await importBuilt('libs/kernel/src/replay/reenact.js');
  const { runWhatIfs } = await importBuilt('libs/kernel/src/replay/what-if.js');
  const { imaginedGroups } = await importBuilt('libs/domain/src/operation/alert-groups/shared/what-if.js');
  const { runBacktest, countEventsToRead } = await importBuilt('libs/domain/src/observers/backtests/backtest.js');
  const engine = {
    written: (type, data) => ({ v: eventContract(type).v, data: JSON.parse(JSON.stringify(data)) }),
  };
  if (what === 'demo') return backtestDemo({ runBacktest, countEventsToRead, domain, ...engine });
  const isRaw = (subject) => subject.startsWith('raw:');
  const source = logSource(SqliteEventLog.openReadOnly(join(folder, 'log')), (storedEvent) => codec.decode(storedEvent, isRaw));
  const maxInMemory = 2_000;
  const openStreams = () => ({ store: diskSpill(folder), capacity: maxInMemory });
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
      const [{ divergences }] = end(runWhatIfs(domain, source, options, [{}]));
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

/** A longer wait before the second step of one policy, in the last 28 days of the demo. */
const backtestDemo = async ({ runBacktest, countEventsToRead, domain, written }) => {
  const { sized } = await import('./measure.mjs');
  const { makeYear } = await importBuilt('apps/server/src/demo/year.js');
  const { orderOf } = await importBuilt('libs/domain/src/observers/backtests/range.js');
  const { asSource } = await importBuilt('libs/kernel/src/replay/source.js');
  const until = '2026-11-25T10:00:00.000Z';
  const { events, company } = makeYear({ seed: 1, until, days: sized(365, 40) });
  const {
    id: policyId,
    teamId,
    name,
    repeats,
    climbLow,
    version,
    steps,
  } = company.world.rows('policies').get(company.policy('storefront'));
  const data = { policyId, teamId, name, repeats, climbLow, version, steps: steps.map((step) => ({ ...step, waitMinutes: 15 })) };
  const from = new Date(Date.parse(until) - 28 * 86_400_000).toISOString();
  const source = asSource(events);
  const order = orderOf(source, { change: { type: 'ChangePolicy', data }, from, to: until, upTo: events.length });
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  const { was, differing } = end(runBacktest({ domain, source, written, keeps: 10_000 }, order));
  const { user, system } = process.cpuUsage(before);
  return {
    read: countEventsToRead(order),
    checked: events.length,
    found: `${was.groups} groups, ${differing.change} differ`,
    seconds: (performance.now() - startedAt) / 1_000,
    cpuOfRun: (user + system) / 1e6,
  };
};

if (isMainThread) runThread();
else parentPort.postMessage(await replay(workerData), []);
