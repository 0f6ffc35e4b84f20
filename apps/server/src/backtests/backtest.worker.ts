import { createHash } from 'node:crypto';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { BacktestResult } from '@tocsin/contracts/backtests.js';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import {
  backtesting,
  ChangeRefused,
  eventsToRead,
  madeAfter,
  type BacktestFound,
  type BacktestOrder,
} from '@tocsin/domain/backtests/backtest.js';
import { domain } from '@tocsin/domain/registry.js';
import { canonical, type Written } from '@tocsin/kernel/replay/written.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { EventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { SqliteOrdinalIndex } from '@tocsin/platform/event-log/eventstore/sqlite-ordinal-index.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { copyOf, type LogCopy } from '@tocsin/platform/replay/log-copy.js';
import { logSource } from '@tocsin/platform/replay/log-source.js';
import { diskShelf, type DiskShelf } from '@tocsin/platform/replay/shelf.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import type { BacktestSays, BacktestThread, LogToRead } from './worker-words.js';

const streamsInMemory = 2_000;
const eventsKept = 10_000;
/** Number of events between two progress messages. */
const progressEvery = 500;

const written: Written = (type, data) => ({ v: eventContract(type)!.v, data: JSON.parse(JSON.stringify(data)) as unknown });

const isRaw = (subject: string): boolean => subject.startsWith('raw:');

/** The ordinal of the last event before an instant. Log time increases, except where the clocks of servers differ slightly. */
const lastBefore = (log: { readonly at: (ordinal: number) => string | undefined }, instant: string, upTo: number): number => {
  let [low, high] = [0, upTo];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((log.at(middle) ?? '') < instant) low = middle;
    else high = middle - 1;
  }
  return low;
};

const pinned = (found: BacktestFound, { change, from, to, after, upTo }: BacktestOrder): BacktestResult => {
  const pin = { ordinal: upTo, after, from, to, change, logic: domain.logic };
  const hash = createHash('sha256')
    .update(canonical({ ...found, pin }))
    .digest('hex');
  return { ...found, pin: { ...pin, hash } };
};

interface ReadAtOnce {
  readonly log: Pick<LogCopy, 'page' | 'one'>;
  /** The number of events that were copied for it. */
  readonly copied: number;
}

/** A backtest needs synchronous reads, so a log on an EventStoreDB server is first copied through a client of this thread. */
const readAtOnce = async (log: LogToRead, upTo: number, onCopied: (ordinal: number) => void): Promise<ReadAtOnce> => {
  if ('room' in log) return { log: SqliteEventLog.openReadOnly(log.room), copied: 0 };
  const { eventStore, prefix } = log;
  const server = new EventStoreLog({ connectionString: eventStore, prefix, ordinals: new SqliteOrdinalIndex('', prefix) });
  try {
    // makes the client count the events on the server: events are read by ordinal
    await server.head();
    return { log: await copyOf(server, upTo, onCopied), copied: upTo };
  } finally {
    await server.close();
  }
};

/** Reads the log on its own connections, for as long as the backtest takes. Terminating the thread ends the backtest. */
const work = async ({ log: toRead, vault: room, masterKey, request, upTo, now }: BacktestThread, port: MessagePort): Promise<void> => {
  const say = (message: BacktestSays): void => port.postMessage(message);
  const { log, copied } = await readAtOnce(toRead, upTo, (done) => say({ says: 'progress', done, of: 2 * upTo }));
  const vault = readVault(room, masterKey);
  let shelf: DiskShelf | undefined;
  const streams = () => {
    shelf?.close();
    shelf = diskShelf();
    return { shelf, most: streamsInMemory };
  };
  const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: domain.upcasters });
  const source = logSource(log, (stored) => codec.decode(stored, isRaw));
  const { change, from, to = now } = request;
  const orderFrom = (begins: string): BacktestOrder => {
    const after = lastBefore({ at: (ordinal) => source.at(ordinal)?.meta.at }, begins, upTo);
    return { change, from: begins, to, after, upTo };
  };
  const run = (given: BacktestOrder): void => {
    const of = eventsToRead(given);
    const steps = backtesting({ domain, source, written, streams, keeps: eventsKept }, given);
    for (;;) {
      const step = steps.next();
      if (step.done) return say({ says: 'done', result: pinned(step.value, given) });
      if (step.value % progressEvery === 0) say({ says: 'progress', done: copied + step.value, of: copied + of });
    }
  };
  try {
    run(orderFrom(from));
  } catch (error) {
    // the changed object is younger than the period: the backtest starts when the object was created
    const later = error instanceof ChangeRefused ? madeAfter(source, orderFrom(from)) : null;
    if (later === null) throw error;
    run(orderFrom(later));
  }
};

/** A change that is refused is sent as an answer; every other error is a bug and ends the thread. */
const start = async (thread: BacktestThread, port: MessagePort): Promise<void> => {
  try {
    await work(thread, port);
  } catch (error) {
    if (!(error instanceof ChangeRefused)) throw error;
    port.postMessage({ says: 'failed', trouble: error.message } satisfies BacktestSays);
  }
};

if (parentPort) await start(workerData as BacktestThread, parentPort);
