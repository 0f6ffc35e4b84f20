import { revisionBefore, tokenOf, weightOf } from './append-checks.js';
import { Bell } from './bell.js';
import { AppendConflict, EventLog, LogUnavailable, readCharacters } from './event-log.js';
import type { Appended, Expected, NewEvent, ReadAll, ReadBack, ReadStreamBack, StoredEvent, Subscription } from './event-log.js';
import type { Handler, Source, Wait } from './follower.js';
import { Followers } from './followers.js';

const pageEvents = 500;

/** The log without a disk, for tests and what-ifs. Its positions have gaps, so that no code relies on contiguous tokens. */
export class MemoryEventLog extends EventLog {
  /** In log order: the event of ordinal n is at index n - 1. */
  private readonly events: StoredEvent[] = [];
  private readonly streams = new Map<string, StoredEvent[]>();
  private readonly followers: Followers;
  private readonly bell = new Bell();
  private position = 0;
  private closed = false;

  constructor(options: { readonly wait?: Wait } = {}) {
    super();
    this.followers = new Followers(options.wait);
  }

  private readonly source: Source = {
    next: (after) => {
      const events = this.events.slice(after, after + pageEvents);
      return { events, recent: after + pageEvents >= this.events.length };
    },
    onArrival: (call) => this.bell.onArrival(call),
  };

  async append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended> {
    weightOf(events);
    if (this.closed) throw new LogUnavailable('not_applied', 'the log is closed');
    const standing = this.streams.get(stream) ?? [];
    const actual = standing.length - 1;
    const before = revisionBefore(expected, actual);
    const last = before === actual ? this.add(stream, standing, events) : repeated(standing, before, events);
    if (!last) throw new AppendConflict(stream, expected, actual);
    return { revision: last.revision, token: last.token };
  }

  async readStream(stream: string, from = 0, limit = Infinity): Promise<readonly StoredEvent[]> {
    this.mustBeOpen();
    return bounded((this.streams.get(stream) ?? []).slice(from, from + limit));
  }
  async readStreamBack({ stream, before = Infinity, limit }: ReadStreamBack): Promise<readonly StoredEvent[]> {
    this.mustBeOpen();
    return bounded((this.streams.get(stream) ?? []).slice(0, Math.max(before, 0)).toReversed().slice(0, limit));
  }
  async readAll({ after, limit, types }: ReadAll): Promise<readonly StoredEvent[]> {
    this.mustBeOpen();
    return bounded(ofTypes(this.events.slice(after), types).slice(0, limit));
  }
  async readBack({ before, limit, types }: ReadBack): Promise<readonly StoredEvent[]> {
    this.mustBeOpen();
    return bounded(ofTypes(this.events.slice(0, Math.max(before - 1, 0)).toReversed(), types).slice(0, limit));
  }
  async readOrdinals(ordinals: readonly number[]): Promise<readonly StoredEvent[]> {
    this.mustBeOpen();
    const wanted = [...new Set(ordinals)].toSorted((a, b) => a - b);
    return wanted.flatMap((ordinal) => this.events[ordinal - 1] ?? []);
  }
  async head(): Promise<{ readonly ordinal: number; readonly token: string }> {
    this.mustBeOpen();
    return { ordinal: this.events.length, token: tokenOf(this.position) };
  }

  follow(after: number, handler: Handler, onTrouble?: (error: unknown) => void): Subscription {
    return this.followers.start(this.source, after, handler, onTrouble);
  }

  async close(): Promise<void> {
    await this.followers.stop();
    this.closed = true;
  }

  private add(stream: string, standing: StoredEvent[], events: readonly NewEvent[]): StoredEvent {
    for (const { id, type, v, data, meta } of events) {
      const ordinal = this.events.length + 1;
      this.position += 1 + (ordinal % 3);
      const stored = { id, type, v, data, meta, stream, revision: standing.length, ordinal, token: tokenOf(this.position) };
      standing.push(stored);
      this.events.push(stored);
    }
    this.streams.set(stream, standing);
    this.bell.ring();
    return standing.at(-1)!;
  }

  private mustBeOpen(): void {
    if (this.closed) throw new LogUnavailable('not_applied', 'the log is closed');
  }
}

const ofTypes = (events: readonly StoredEvent[], types?: readonly string[]): readonly StoredEvent[] =>
  types ? events.filter((event) => types.includes(event.type)) : events;

const bounded = (events: readonly StoredEvent[]): readonly StoredEvent[] => {
  let characters = 0;
  const last = events.findIndex(({ data, meta }) => (characters += data.length + meta.length) >= readCharacters);
  return last < 0 ? events : events.slice(0, last + 1);
};

/** The last of these events, when exactly they follow `before`. */
const repeated = (standing: readonly StoredEvent[], before: number, events: readonly NewEvent[]): StoredEvent | undefined =>
  events.every((event, index) => standing[before + 1 + index]?.id === event.id) ? standing[before + events.length] : undefined;
