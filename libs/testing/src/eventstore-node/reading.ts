import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { deletedFault, type Faults } from './faults.js';
import { caughtUpMessage, checkpointMessage, confirmationMessage, eventMessage, nameOf, notFoundMessage } from './messages.js';
import type { NodeLog, NodeRecord } from './node-log.js';

type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** How many events a filtered subscription reads between two checkpoints, by default. */
const searchWindow = 32;

/** Read: of a stream, of `$all`, and subscriptions to `$all`. */
export const readHandler =
  (log: NodeLog, faults: Faults, subscriptions: Set<ReadCall>) =>
  async (call: ReadCall): Promise<void> => {
    const options = call.request.getOptions()!;
    const subscribing = options.hasSubscription();
    const method = subscribing ? 'subscribe' : 'read';
    call.on('error', () => {});
    try {
      const fault = await faults.take(method, call.metadata);
      if (fault) call.emit('error', fault);
      else await (subscribing ? subscribe(log, faults, subscriptions, call, options) : read(log, faults, call, options));
    } finally {
      faults.finished.add(method);
    }
  };

/** Sends with back-pressure; false once the reader is gone. */
const send = async (faults: Faults, call: ReadCall, message: ReadResp): Promise<boolean> => {
  while (faults.whenThawed) await faults.whenThawed;
  if (isOver(call)) return false;
  if (faults.hushed.has(call)) return true;
  if (call.write(message)) return true;
  const abortController = new AbortController();
  const end = (): void => abortController.abort();
  call.once('cancelled', end);
  call.once('close', end);
  await once(call, 'drain', { signal: abortController.signal }).catch(() => {});
  call.off('cancelled', end);
  call.off('close', end);
  return !isOver(call);
};

const isOver = (call: ReadCall): boolean => call.cancelled || call.destroyed || call.writableEnded;

const read = async (log: NodeLog, faults: Faults, call: ReadCall, options: ReadReq.Options): Promise<void> => {
  const stream = options.hasStream() ? nameOf(options.getStream()!.getStreamIdentifier()) : undefined;
  if (stream !== undefined && log.deletedStreams.has(stream)) {
    return void call.emit('error', deletedFault(stream));
  }
  if (stream !== undefined && !log.stream(stream)) await send(faults, call, notFoundMessage(stream));
  const most = Number(options.getCount());
  const isBackwards = options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS;
  let sent = 0;
  for (const record of walk(log, options, isBackwards)) {
    if (sent++ === most) break;
    if (!(await send(faults, call, eventMessage(record)))) return;
  }
  call.end();
};

/** The records of a read from its start, without its limit. */
function* walk(log: NodeLog, options: ReadReq.Options, isBackwards: boolean): Iterable<NodeRecord> {
  const records = options.hasStream() ? (log.stream(nameOf(options.getStream()!.getStreamIdentifier())) ?? []) : log.records;
  const end = records.length;
  const from = options.hasStream() ? streamPlace(options.getStream()!, end, isBackwards) : allPlace(log, options.getAll()!, end);
  if (isBackwards) for (let place = Math.min(from, end) - 1; place >= 0; place--) yield records[place]!;
  else for (let place = from; place < end; place++) yield records[place]!;
}

/** Forwards the index of the first record, backwards that index plus one. */
const streamPlace = (options: ReadReq.Options.StreamOptions, end: number, isBackwards: boolean): number => {
  if (options.hasStart()) return 0;
  if (options.hasEnd()) return end;
  return Number(options.getRevision()) + (isBackwards ? 1 : 0);
};

/** A position is inclusive forwards and exclusive backwards. */
const allPlace = (log: NodeLog, options: ReadReq.Options.AllOptions, end: number): number => {
  if (options.hasStart()) return 0;
  if (options.hasEnd()) return end;
  return log.indexFrom(BigInt(options.getPosition()!.getCommitPosition()));
};

const subscribe = async (
  log: NodeLog,
  faults: Faults,
  subscriptions: Set<ReadCall>,
  call: ReadCall,
  options: ReadReq.Options,
): Promise<void> => {
  subscriptions.add(call);
  let wake = (): void => {};
  const leave = log.onArrival(() => wake());
  const whenOver = new Promise<void>((resolve) => {
    for (const event of ['cancelled', 'close', 'error', 'finish']) call.once(event, resolve);
  });
  try {
    const walker = new SubscriptionWalk(log, options, (message) => send(faults, call, message));
    let isLive = false;
    if (!(await send(faults, call, confirmationMessage(randomUUID())))) return;
    for (;;) {
      const arrival = new Promise<void>((resolve) => (wake = resolve));
      if (!(await walker.toTheEnd())) return;
      if (!isLive) faults.caughtUp.add('subscribe');
      isLive = true;
      await Promise.race([arrival, whenOver]);
      if (isOver(call)) return;
    }
  } finally {
    leave();
    subscriptions.delete(call);
  }
};

/** One subscription: its position, its filter, and its next checkpoint. */
class SubscriptionWalk {
  private place: number;
  private searched = 0;
  private isLive = false;
  private readonly matches: (record: NodeRecord) => boolean;
  private readonly window: number;

  constructor(
    private readonly log: NodeLog,
    options: ReadReq.Options,
    private readonly send: (message: ReadResp) => Promise<boolean>,
  ) {
    this.place = firstPlace(log, options.getAll()!);
    const filter = options.getFilter();
    this.matches = filter ? filterOf(filter) : () => true;
    this.window = filter ? (filter.getMax() || searchWindow) * filter.getCheckpointintervalmultiplier() : Infinity;
  }

  /** Sends everything available; false once the reader has gone. */
  async toTheEnd(): Promise<boolean> {
    while (this.place < this.log.records.length) {
      const record = this.log.records[this.place++]!;
      if (this.matches(record) && !(await this.send(eventMessage(record)))) return false;
      if (++this.searched < this.window) continue;
      this.searched = 0;
      if (!(await this.send(checkpointMessage(record.position)))) return false;
    }
    if (this.isLive) return true;
    this.isLive = true;
    if (this.log.hasCheckpointsAhead) await this.send(checkpointMessage(this.log.end));
    return this.send(caughtUpMessage());
  }
}

/** A subscription starts after the position that it names. */
const firstPlace = (log: NodeLog, options: ReadReq.Options.AllOptions): number => {
  if (options.hasStart()) return 0;
  if (options.hasEnd()) return log.records.length;
  return log.indexFrom(BigInt(options.getPosition()!.getCommitPosition()) + 1n);
};

const filterOf = (filter: ReadReq.Options.FilterOptions): ((record: NodeRecord) => boolean) => {
  const expression = filter.getStreamIdentifier() ?? filter.getEventType()!;
  const subject = (record: NodeRecord): string => (filter.hasStreamIdentifier() ? record.stream : record.type);
  const prefixes = expression.getPrefixList();
  if (prefixes.length > 0) return (record) => prefixes.some((prefix) => subject(record).startsWith(prefix));
  const regex = new RegExp(expression.getRegex());
  return (record) => regex.test(subject(record));
};
