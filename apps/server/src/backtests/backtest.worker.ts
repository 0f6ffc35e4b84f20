import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { BacktestDifference, BacktestResult } from '@tocsin/contracts/backtests/backtests.js';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import * as backtestLimits from '@tocsin/contracts/backtests/limits.js';
import {
  runBacktest,
  ChangeRefused,
  countEventsToRead,
  createdAfter,
  type BacktestFindings,
  type BacktestOrder,
} from '@tocsin/domain/observers/backtests/backtest.js';
import { runBisect } from '@tocsin/domain/observers/backtests/bisect/bisect.js';
import { countBisectSteps } from '@tocsin/domain/observers/backtests/bisect/scan.js';
import { Differences } from '@tocsin/domain/observers/backtests/differences.js';
import { orderOf } from '@tocsin/domain/observers/backtests/range.js';
import { runNightDrill } from '@tocsin/domain/observers/drills/real-night.js';
import { domain } from '@tocsin/domain/registry.js';
import { canonicalJson, type StoredForm } from '@tocsin/kernel/replay/stored-form.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import { logSource } from '@tocsin/platform/replay/log-source.js';
import { createDiskSpill } from '@tocsin/platform/replay/disk-spill.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { isRaw } from '@tocsin/contracts/routing/signals.js';
import { readAtOnce } from './pages-reader.js';
import type { BacktestReply, BacktestThread } from './worker-messages.js';

/** For each of the replays, which share the memory of this thread. */
const streamsInMemory = 1_000;
const maxEventsInMemory = 10_000;
/** Number of events between two progress messages. */
const progressInterval = 500;

const toStoredForm: StoredForm = (type, data) => ({ v: eventContract(type)!.v, data: JSON.parse(JSON.stringify(data)) as unknown });

/** Sends all differences page by page, waiting until each is stored, and then the result, whose hash is of all of them. */
const finish = async (port: MessagePort, backtestFound: BacktestFindings, all: Differences, order: BacktestOrder): Promise<void> => {
  const { change, from, to, after, upTo } = order;
  const pin = { ordinal: upTo, after, from, to, change, logic: domain.logic };
  const { differences: _, ...figures } = backtestFound;
  const hash = createHash('sha256').update(canonicalJson({ ...figures, pin }));
  let [page, listed] = [0, 0];
  let rows: BacktestDifference[] = [];
  const send = async (): Promise<void> => {
    listed += rows.length;
    port.postMessage({ kind: 'differences', page, rows: JSON.stringify(rows), listed } satisfies BacktestReply);
    await once(port, 'message');
    page += 1;
    rows = [];
  };
  for (const difference of all.listed()) {
    hash.update(`\n${canonicalJson(difference)}`);
    if (rows.push(difference) === backtestLimits.backtests.page) await send();
  }
  if (rows.length > 0) await send();
  const result: BacktestResult = { ...backtestFound, pin: { ...pin, hash: hash.digest('hex') } };
  port.postMessage({ kind: 'done', result } satisfies BacktestReply);
};

/** Runs to the end, and says now and then how many steps it took so far. */
const finishSteps = <Found>(steps: Generator<unknown, Found, void>, onProgress: (done: number) => void): Found => {
  for (let done = 1; ; done += 1) {
    const step = steps.next();
    if (step.done) return step.value;
    if (done % progressInterval === 0) onProgress(done);
  }
};

/** Whether this thread has used up the processor time of a bisect. */
const isOutOfTime = (): boolean => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000 >= backtestLimits.bisect.processor;
};

/** Reads the log on its own connections, for as long as the backtest takes. Terminating the thread ends the backtest. */
const runThread = async (thread: BacktestThread, port: MessagePort): Promise<void> => {
  const { vault: room, masterKey, request, upTo, now, temporary } = thread;
  const post = (message: BacktestReply): void => port.postMessage(message);
  const { log, steps: before } = await readAtOnce(thread, (done) => post({ kind: 'progress', done, of: 4 * upTo }));
  const vault = readVault(room, masterKey);
  // a store of their own: they outlive the run that they were found in
  const differences = new Differences(createDiskSpill(temporary));
  const streams = () => ({ store: createDiskSpill(temporary), capacity: streamsInMemory });
  const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: domain.upcasters });
  const source = logSource(log, (storedEvent) => codec.decode(storedEvent, isRaw));
  const { change, from, to = now, against, night } = request;
  const pin = { ordinal: upTo, logic: domain.logic };
  const postSteps = (of: number) => (done: number) =>
    post({ kind: 'progress', done: Math.min(before + done, before + of), of: before + of });
  if (night) {
    const found = finishSteps(runNightDrill(domain, source, { from, to, upTo, now }), postSteps(upTo));
    return post({ kind: 'done', result: null, night: { ...found, pin } });
  }
  if (against !== undefined) {
    const order = { from, to, against, upTo };
    const engine = { domain, source, written: toStoredForm, streams, keeps: maxEventsInMemory, isOutOfTime };
    const findings = finishSteps(runBisect(engine, order), postSteps(countBisectSteps(source, order)));
    return post({ kind: 'done', result: null, bisect: { ...findings, pin } });
  }
  const orderFrom = (beginsAt: string): BacktestOrder => orderOf(source, { change, from: beginsAt, to, upTo });
  const run = async (backtestOrder: BacktestOrder): Promise<void> => {
    const of = countEventsToRead(backtestOrder);
    const steps = runBacktest({ domain, source, written: toStoredForm, streams, differences, keeps: maxEventsInMemory }, backtestOrder);
    const findings = finishSteps(steps, postSteps(of));
    return finish(port, findings, differences, backtestOrder);
  };
  try {
    await run(orderFrom(from));
  } catch (error) {
    // the changed object is younger than the period: the backtest starts when the object was created
    const changedAt = error instanceof ChangeRefused ? createdAfter(source, orderFrom(from)) : null;
    if (changedAt === null) throw error;
    await run(orderFrom(changedAt));
  }
};

const unreadable = 'Stopped: the event log could not be read from EventStoreDB. Try again later; details are in the server log.';

const failureReply = (error: unknown): BacktestReply => {
  if (error instanceof ChangeRefused) return { kind: 'failed', trouble: error.message };
  if (error instanceof LogUnavailable) return { kind: 'failed', trouble: unreadable, error: error.message };
  throw error;
};

/** A change that is refused and a log that can’t be read are sent as an answer; every other error is a bug and ends the thread. */
const start = async (thread: BacktestThread, port: MessagePort): Promise<void> => {
  try {
    await runThread(thread, port);
  } catch (error) {
    port.postMessage(failureReply(error));
  }
};

if (parentPort) await start(workerData as BacktestThread, parentPort);
