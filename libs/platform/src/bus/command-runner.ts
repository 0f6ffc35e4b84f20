import { LRUCache } from 'lru-cache';
import { commandStep, type CommandOutcome, type CommandPorts } from '@tocsin/kernel/decide/command-step.js';
import { DecisionStep, type Addressed, type NewBatch, type Order, type ReadStream } from '@tocsin/kernel/decide/decision-step.js';
import { evolve, streamName, whenOf, type AnyDecider, type Message } from '@tocsin/kernel/decide/decider.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Nothing, Refused } from '@tocsin/kernel/decide/refused.js';
import { runAsync } from '@tocsin/kernel/step.js';
import type { Clock } from '../clock/clock.js';
import { nextTurn, systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';
import type { EventCodec } from '../codec/codec.js';
import { AppendConflict, LogUnavailable, type Appended, type EventLog } from '../event-log/event-log.js';
import type { CheckFact } from '../codec/final-facts.js';
import type { DecodeOnce } from '../feed/decoding.js';
import type { MemoryFeed } from '../feed/memory-feed.js';

/** What became of it. `known`: this command id has been decided before; nothing was decided again. */
export type CommandResult =
  | {
      readonly kind: 'done' | 'known';
      readonly stream: string;
      readonly revision: number;
      readonly token: string;
      readonly facts: readonly Message[];
    }
  | { readonly kind: 'nothing'; readonly stream: string; readonly says: Nothing['says']; readonly token: string }
  | { readonly kind: 'refused'; readonly refused: Refused };

/** Others kept writing to the same stream. */
export class TooBusy extends Error {}

/** Of one command, whoever sent it: persons and the reactor may meet on one stream. */
const mostTries = 20;

/** Events. */
const lastLookedAt = 20;
const foldedAtOnce = 1_000;

/** The streams of one decider, and what they fold to. */
type Streams<State> = { readonly category: string; readonly initial: State };

interface Folded extends ReadStream {
  readonly commandIds: Set<string>;
  readonly token: string;
}

export interface RunnerParts {
  readonly deciders: readonly AnyDecider[];
  readonly logic: string;
  readonly node: string;
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly decode: DecodeOnce;
  readonly clock: Clock;
  readonly memory: MemoryRows;
  readonly feed: MemoryFeed;
  /** What deciders read outside their own stream. */
  readonly reads: (memory: MemoryRows) => unknown;
  /** Looks at each fact before it is appended; absent: what our deciders decide is trusted, and what comes from outside was parsed before. */
  readonly checkFact?: CheckFact | undefined;
  /** Streams kept folded. */
  readonly cached?: number;
  /** By which others get their turn; the machine’s when absent. */
  readonly monotonic?: MonotonicClock;
}

const empty = (decider: AnyDecider): Folded => ({ revision: -1, state: decider.initial, commandIds: new Set(), token: '' });

/** Reads, decides, appends: the one way by which a command becomes events. */
export class CommandRunner {
  private readonly decisions: DecisionStep;
  private readonly cache: LRUCache<string, Folded>;
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly reads: unknown;
  private lastToken = '';

  constructor(private readonly parts: RunnerParts) {
    this.cache = new LRUCache({ max: parts.cached ?? 5_000 });
    this.reads = parts.reads(parts.memory);
    this.decisions = new DecisionStep({ ...parts, reads: this.reads });
  }

  /** Throws LogUnavailable when it could not be written, and TooBusy after so many conflicts; nothing was changed then. */
  async run(order: Order): Promise<CommandResult> {
    // Its own earlier writes must be in memory before it decides.
    await this.parts.feed.reached(this.lastToken);
    const addressed = this.decisions.address(order, this.parts.clock.now());
    const step = () => commandStep(this.decisions, order, addressed, this.ports());
    return this.settled(await this.inTurn(addressed.stream, () => runAsync(step())));
  }

  /** The stream that a command is about. */
  streamOf(order: Order): string {
    return this.decisions.address(order, this.parts.clock.now()).stream;
  }

  /** One stream, folded up to what this node has written and read of it. */
  async state<State>({ category }: Streams<State>, id: string): Promise<State> {
    const decider = this.parts.deciders.find((one) => one.category === category);
    if (!decider) throw new Error(`there are no streams of ${category}`);
    const stream = streamName(decider, id);
    const { state } = await this.inTurn(stream, () => this.fold(decider, stream));
    // a list of deciders holds states of every kind; a category has one owner
    return state as State;
  }

  /** Streams are read again when they are next needed: what was decrypted must not outlive its key. */
  forget(): void {
    this.cache.clear();
  }

  /** Commands of one node on one stream take turns: their conflicts would only be with themselves. */
  private inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.turns.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.turns.set(name, mine);
    const leave = (): void => {
      if (this.turns.get(name) === mine) this.turns.delete(name);
    };
    mine.then(leave, leave);
    return mine;
  }

  /** So do those that go on with one sequence. Each sees in memory what those before it wrote. */
  private enter(sequence: string): Promise<() => void> {
    return new Promise((entered) => {
      // no stream has a space in its name
      void this.inTurn(`sequence ${sequence}`, async () => {
        await this.parts.feed.reached(this.lastToken);
        await new Promise<void>((left) => entered(left));
      });
    });
  }

  private ports(): CommandPorts<Appended, Folded> {
    return {
      now: () => this.parts.clock.now(),
      read: ({ decider, stream }) => this.fold(decider, stream),
      enter: (sequence) => this.enter(sequence),
      append: (batch, addressed, folded) => this.append(batch, addressed, folded),
      isWorthAnotherTry: (error, stream, tries) => {
        this.cache.delete(stream);
        const isWorthIt = error instanceof AppendConflict || (error instanceof LogUnavailable && error.outcome === 'unknown');
        if (isWorthIt && tries === mostTries) throw new TooBusy(`${stream}: ${tries} tries`, { cause: error });
        return isWorthIt;
      },
    };
  }

  private settled(outcome: CommandOutcome<Appended, Folded>): CommandResult {
    if (outcome.kind === 'done') return { kind: 'done', stream: outcome.stream, ...outcome.appended, facts: outcome.batch.facts };
    if (outcome.kind === 'refused') return outcome;
    if (outcome.kind === 'nothing') return { ...outcome, token: this.lastToken };
    const { revision, token } = outcome.read;
    return { kind: 'known', stream: outcome.stream, revision, token, facts: [] };
  }

  private async fold(decider: AnyDecider, stream: string): Promise<Folded> {
    const cached = this.cache.get(stream);
    if (cached) return cached;
    const { monotonic = systemMonotonicClock } = this.parts;
    let { revision, state, token } = empty(decider);
    const known = decider.known?.(this.reads);
    const commandIds = new Set<string>();
    if (known) {
      ({ revision, state } = known);
      // whatever comes again because its answer was lost came a moment ago: the rest of the stream is not read for that
      const last = await this.parts.log.readStreamBack({ stream, before: revision + 1, limit: lastLookedAt });
      for (const stored of last) commandIds.add(this.parts.decode(stored).meta.commandId);
      token = last[0]?.token ?? '';
    }
    for (let pages = 0; ; pages += 1) {
      const page = await this.parts.log.readStream(stream, revision + 1, foldedAtOnce);
      // a page may end early: only an empty one is the end
      if (page.length === 0) break;
      // what lies on a disk of our own comes without a wait
      if (pages > 0) await nextTurn(monotonic);
      for (const stored of page) {
        const event = this.parts.decode(stored);
        state = evolve(decider, state, event, whenOf(event));
        commandIds.add(event.meta.commandId);
        ({ revision, token } = stored);
      }
    }
    const folded = { revision, state, commandIds, token };
    // what is asked for by a name that somebody made up must not push out what is in use
    if (revision >= 0) this.cache.set(stream, folded);
    return folded;
  }

  private async append({ stream, facts, meta }: NewBatch, { decider }: Addressed, folded: Folded): Promise<Appended> {
    const { codec, log, decode, checkFact } = this.parts;
    if (checkFact) facts.forEach(checkFact);
    const encoded = codec.encodeAll(facts, meta);
    decode.expect(encoded);
    const events = encoded.map(({ event }) => event);
    const appended = await log.append(stream, folded.revision < 0 ? 'none' : folded.revision, events);
    const { revision, token } = appended;
    const state = facts.reduce((before, fact) => evolve(decider, before, fact, whenOf({ id: fact.id, meta })), folded.state);
    this.cache.set(stream, { revision, state, commandIds: folded.commandIds.add(meta.commandId), token });
    if (token > this.lastToken) this.lastToken = token;
    return appended;
  }
}
