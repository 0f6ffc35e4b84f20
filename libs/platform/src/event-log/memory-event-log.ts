import { requireRevision, tokenOf, weightOf } from './append-checks.js';
import { Bell } from './bell.js';
import { AppendConflict, EventLog, LogUnavailable, readCharacters } from './event-log.js';
import type {
  AppendResult,
  ExpectedRevision,
  NewEvent,
  ReadAll,
  ReadBackwards,
  ReadStreamBackwards,
  StoredEvent,
  Subscription,
} from './event-log.js';
import type { Wait } from '../clock/wait.js';
import type { Handler, Source } from './follower.js';
import { Followers } from './followers.js';

const pageEvents = 500;

/** For tests and what-ifs. Its positions have gaps, so that no code relies on contiguous tokens. */
export class MemoryEventLog extends EventLog {
  /** The event of ordinal n is at index n - 1. */
  private readonly events: StoredEvent[] = [];
  private readonly streams = new Map<string, StoredEvent[]>();
  private readonly followers: Followers;
  private readonly bell = new Bell();
  private position = 0;
  private isClosed = false;

  constructor(options: { readonly wait?: Wait } = {}) {
    super();
    this.followers = new Followers(options.wait);
  }

  private readonly source: Source = {
    next: (after) => {
      const events = this.events.slice(after, after + pageEvents);
      return { events, isRecent: after + pageEvents >= this.events.length };
    },
    onArrival: (call) => this.bell.onArrival(call),
  };

  async append(stream: string, expectedRevision: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    weightOf(events);
    if (this.isClosed) throw new LogUnavailable('not_applied', 'the log is closed');
    const current = this.streams.get(stream) ?? [];
    const actual = current.length - 1;
    const before = requireRevision(expectedRevision, actual);
    const last = before === actual ? this.add(stream, current, events) : findRepeat(current, before, events);
    if (!last) throw new AppendConflict(stream, expectedRevision, actual);
    return { revision: last.revision, token: last.token };
  }

  async readStream(stream: string, from = 0, limit = Infinity): Promise<readonly StoredEvent[]> {
    this.requireOpen();
    return limitCharacters((this.streams.get(stream) ?? []).slice(from, from + limit));
  }
  async readStreamBack({ stream, before = Infinity, limit }: ReadStreamBackwards): Promise<readonly StoredEvent[]> {
    this.requireOpen();
    return limitCharacters((this.streams.get(stream) ?? []).slice(0, Math.max(before, 0)).toReversed().slice(0, limit));
  }
  async readAll({ after, limit, types }: ReadAll): Promise<readonly StoredEvent[]> {
    this.requireOpen();
    return limitCharacters(filterTypes(this.events.slice(after), types).slice(0, limit));
  }
  async readBack({ before, limit, types }: ReadBackwards): Promise<readonly StoredEvent[]> {
    this.requireOpen();
    return limitCharacters(filterTypes(this.events.slice(0, Math.max(before - 1, 0)).toReversed(), types).slice(0, limit));
  }
  async readOrdinals(ordinals: readonly number[]): Promise<readonly StoredEvent[]> {
    this.requireOpen();
    const wantedOrdinals = [...new Set(ordinals)].toSorted((a, b) => a - b);
    return wantedOrdinals.flatMap((ordinal) => this.events[ordinal - 1] ?? []);
  }
  async head(): Promise<{ readonly ordinal: number; readonly token: string }> {
    this.requireOpen();
    return { ordinal: this.events.length, token: tokenOf(this.position) };
  }

  follow(after: number, handler: Handler, onTrouble?: (error: unknown) => void): Subscription {
    return this.followers.start(this.source, after, handler, onTrouble);
  }

  async close(): Promise<void> {
    await this.followers.stop();
    this.isClosed = true;
  }

  private add(stream: string, current: StoredEvent[], events: readonly NewEvent[]): StoredEvent {
    for (const { id, type, v, data, meta } of events) {
      const ordinal = this.events.length + 1;
      this.position += 1 + (ordinal % 3);
      const storedEvent = { id, type, v, data, meta, stream, revision: current.length, ordinal, token: tokenOf(this.position) };
      current.push(storedEvent);
      this.events.push(storedEvent);
    }
    this.streams.set(stream, current);
    this.bell.notify();
    return current.at(-1)!;
  }

  private requireOpen(): void {
    if (this.isClosed) throw new LogUnavailable('not_applied', 'the log is closed');
  }
}

const filterTypes = (events: readonly StoredEvent[], types?: readonly string[]): readonly StoredEvent[] =>
  types ? events.filter((event) => types.includes(event.type)) : events;

const limitCharacters = (events: readonly StoredEvent[]): readonly StoredEvent[] => {
  let characters = 0;
  const last = events.findIndex(({ data, meta }) => (characters += data.length + meta.length) >= readCharacters);
  return last < 0 ? events : events.slice(0, last + 1);
};

/** The last of these events, when exactly they follow `before`. */
const findRepeat = (current: readonly StoredEvent[], before: number, events: readonly NewEvent[]): StoredEvent | undefined =>
  events.every((event, index) => current[before + 1 + index]?.id === event.id) ? current[before + events.length] : undefined;
