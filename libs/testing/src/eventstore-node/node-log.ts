import { Bell } from '@tocsin/platform/event-log/bell.js';

/** An event that a writer proposes. */
export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event on the node. */
export interface NodeRecord extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  /** A position in the transaction file: increasing, never by exactly one. */
  readonly position: bigint;
  /** Ticks of 100 ns since the Unix epoch. */
  readonly created: bigint;
}

export type NodeExpected = 'any' | 'none' | 'exists' | number;

export type AppendOutcome =
  | { readonly done: true; readonly revision: number; readonly position: bigint | undefined }
  | { readonly done: false; readonly because: 'conflict'; readonly current: number }
  | { readonly done: false; readonly because: 'deleted' }
  | { readonly done: false; readonly because: 'too large'; readonly limit: number };

/** A node writes its own record after this many appends, so that positions can’t be predicted. */
const appendsBetweenStatistics = 5;

const sizeOf = ({ type, data, metadata }: ProposedEvent): number => type.length * 2 + data.length + metadata.length;

/** The part of a node that survives a kill: its events, and the rules for appends. */
export class NodeLog {
  readonly records: NodeRecord[] = [];
  readonly deletedStreams = new Set<string>();
  /** The limit for one append, in bytes: the default of servers. */
  maxAppendSize = 1024 * 1024;
  /** Answers a repeat without the events’ position, as some servers do. */
  shouldRepeatWithoutPosition = false;
  /** Sends each subscription that has caught up a checkpoint at the position of the next event, as some servers do. */
  hasCheckpointsAhead = false;
  private readonly streams = new Map<string, NodeRecord[]>();
  /** The revision of an event, by stream and id; of its first occurrence. */
  private readonly places = new Map<string, number>();
  private readonly bell = new Bell();
  private position = 4096n;
  private appends = 0;

  /** The position of the next event. */
  get end(): bigint {
    return this.position;
  }

  onArrival(call: () => void): () => void {
    return this.bell.onArrival(call);
  }

  /** Undefined for a stream that does not exist. */
  stream(name: string): readonly NodeRecord[] | undefined {
    return this.streams.get(name);
  }

  append(stream: string, expectedRevision: NodeExpected, proposed: readonly ProposedEvent[]): AppendOutcome {
    if (this.deletedStreams.has(stream)) return { done: false, because: 'deleted' };
    if (proposed.reduce((sum, event) => sum + sizeOf(event), 0) > this.maxAppendSize)
      return { done: false, because: 'too large', limit: this.maxAppendSize };
    const currentEvents = this.streams.get(stream) ?? [];
    const current = currentEvents.length - 1;
    const place = this.placeOf(expectedRevision, stream, proposed);
    if (place === currentEvents.length) return this.add(stream, proposed);
    const repeated = place === undefined ? [] : currentEvents.slice(place, place + proposed.length);
    const same = repeated.length === proposed.length && proposed.every((event, index) => repeated[index]!.id === event.id);
    if (!same) return { done: false, because: 'conflict', current };
    const last = repeated.at(-1)!;
    return { done: true, revision: last.revision, position: this.shouldRepeatWithoutPosition ? undefined : last.position };
  }

  /** A log with these records at their positions. */
  static of(records: readonly NodeRecord[]): NodeLog {
    const log = new NodeLog();
    for (const record of records) {
      log.position = record.position;
      log.addRecord(record);
    }
    return log;
  }

  /** Like a server that was restored from a copy: the first events, without its own records. */
  copyOf(events: number): NodeLog {
    const copy = new NodeLog();
    const first = this.records.filter(({ type }) => !type.startsWith('$')).slice(0, events);
    for (const record of this.records) {
      if (first.length > 0 && record.position > first.at(-1)!.position) break;
      copy.addRecord(record);
    }
    return copy;
  }

  /** The revision at which these events belong, by the writer’s expectation: the end when they are new; undefined for a conflict. */
  private placeOf(expectedRevision: NodeExpected, stream: string, proposed: readonly ProposedEvent[]): number | undefined {
    if (expectedRevision === 'none') return 0;
    if (typeof expectedRevision === 'number') return expectedRevision + 1;
    const end = this.streams.get(stream)?.length ?? 0;
    if (expectedRevision === 'exists' && end === 0) return undefined;
    return this.places.get(`${stream} ${proposed[0]?.id}`) ?? end;
  }

  /** The first record at or after a position, as an index; the number of records when there is none. */
  indexFrom(position: bigint): number {
    let [low, high] = [0, this.records.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.records[middle]!.position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private add(stream: string, proposed: readonly ProposedEvent[]): AppendOutcome {
    const records = this.write(stream, proposed);
    if (++this.appends % appendsBetweenStatistics === 0) this.write('$stats-127.0.0.1', [statistics]);
    this.bell.notify();
    const last = records.at(-1);
    return { done: true, revision: last?.revision ?? -1, position: last?.position };
  }

  private write(stream: string, proposed: readonly ProposedEvent[]): readonly NodeRecord[] {
    return proposed.map((event) => {
      const createdTicks = BigInt(Date.now()) * 10_000n;
      const revision = this.streams.get(stream)?.length ?? 0;
      return this.addRecord({ ...event, stream, revision, position: this.position, created: createdTicks });
    });
  }

  private addRecord(record: NodeRecord): NodeRecord {
    const { stream, id, revision, position } = record;
    const currentEvents = this.streams.get(stream) ?? [];
    this.streams.set(stream, currentEvents);
    if (!this.places.has(`${stream} ${id}`)) this.places.set(`${stream} ${id}`, revision);
    currentEvents.push(record);
    this.records.push(record);
    this.position = position + BigInt(128 + sizeOf(record));
    return record;
  }
}

const statistics: ProposedEvent = {
  id: '00000000-0000-4000-8000-000000000000',
  type: '$statsCollected',
  contentType: 'application/json',
  data: Buffer.from('{"proc-cpu":1}'),
  metadata: new Uint8Array(),
};
