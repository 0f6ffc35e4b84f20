import { LRUCache } from 'lru-cache';
import type { Actor, Meta } from '@tocsin/contracts/envelope.js';
import { contextAt } from '@tocsin/kernel/context.js';
import {
  decide,
  evolve,
  identified,
  isFacts,
  streamName,
  streamOf,
  type AnyDecider,
  type Context,
  type Message,
} from '@tocsin/kernel/decider.js';
import type { MemoryRows } from '@tocsin/kernel/memory-rows.js';
import { isRefused, type Nothing, type Refused } from '@tocsin/kernel/refused.js';
import { owners } from '@tocsin/kernel/registry.js';
import type { Clock } from '../clock/clock.js';
import type { EventCodec } from '../codec/codec.js';
import { AppendConflict, LogUnavailable, type EventLog } from '../event-log/event-log.js';
import type { Decode } from '../feed/decoding.js';
import type { MemoryFeed } from '../feed/memory-feed.js';

/** A command to be decided, and in whose name. */
export interface Order {
  readonly command: Message;
  readonly commandId: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly epoch?: number;
}

/** What became of it. `known`: this command id has been decided before; nothing was decided again. */
export type Settled =
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

interface Folded {
  readonly revision: number;
  readonly state: unknown;
  /** The commands that made it: one that comes again is known. */
  readonly commandIds: Set<string>;
  readonly token: string;
}

export interface RunnerParts {
  readonly deciders: readonly AnyDecider[];
  readonly logic: string;
  readonly node: string;
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly decode: Decode;
  readonly clock: Clock;
  readonly memory: MemoryRows;
  readonly feed: MemoryFeed;
  /** What deciders read outside their own stream. */
  readonly reads: (memory: MemoryRows) => unknown;
  /** Streams kept folded. */
  readonly cached?: number;
}

const empty = (decider: AnyDecider): Folded => ({ revision: -1, state: decider.initial, commandIds: new Set(), token: '' });

/** Reads, decides, appends: the one way by which a command becomes events. */
export class CommandRunner {
  private readonly owners: ReadonlyMap<string, AnyDecider>;
  private readonly cache: LRUCache<string, Folded>;
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly reads: unknown;
  private lastToken = '';

  constructor(private readonly parts: RunnerParts) {
    this.owners = owners(parts.deciders);
    this.cache = new LRUCache({ max: parts.cached ?? 5_000 });
    this.reads = parts.reads(parts.memory);
  }

  /** Throws LogUnavailable when it could not be written, and TooBusy after `tries` conflicts; nothing was changed then. */
  async run(order: Order, tries = 4): Promise<Settled> {
    // Its own earlier writes must be in memory before it decides.
    await this.parts.feed.reached(this.lastToken);
    const decider = this.ownerOf(order);
    const named = this.context(order);
    const stream = streamOf(decider, order.command, named);
    return this.inTurn(stream, () => this.decided(decider, stream, named, order, tries));
  }

  /** The stream that a command is about. */
  streamOf(order: Order): string {
    return streamOf(this.ownerOf(order), order.command, this.context(order));
  }

  /** One stream, folded up to what this node has written and read of it. */
  async state(category: string, id: string): Promise<unknown> {
    const decider = this.parts.deciders.find((one) => one.category === category);
    if (!decider) throw new Error(`there are no streams of ${category}`);
    const stream = streamName(decider, id);
    return this.inTurn(stream, async () => (await this.fold(decider, stream)).state);
  }

  /** Streams are read again when they are next needed: what was decrypted must not outlive its key. */
  forget(): void {
    this.cache.clear();
  }

  private ownerOf({ command }: Order): AnyDecider {
    const decider = this.owners.get(command.type);
    if (!decider) throw new Error(`nobody decides ${command.type}`);
    return decider;
  }

  /** Commands of one node on one stream take turns: their conflicts would only be with themselves. */
  private inTurn<T>(stream: string, work: () => Promise<T>): Promise<T> {
    const before = this.turns.get(stream) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.turns.set(stream, mine);
    const leave = (): void => {
      if (this.turns.get(stream) === mine) this.turns.delete(stream);
    };
    mine.then(leave, leave);
    return mine;
  }

  private context({ actor, commandId, epoch }: Order): Context {
    return contextAt({ now: this.parts.clock.now(), actor, commandId, epoch: epoch ?? 0, reads: this.reads });
  }

  private async decided(decider: AnyDecider, stream: string, named: Context, order: Order, tries: number): Promise<Settled> {
    for (let attempt = 1; ; attempt += 1) {
      const folded = await this.fold(decider, stream);
      const { revision, token } = folded;
      if (folded.commandIds.has(order.commandId)) return { kind: 'known', stream, revision, token, facts: [] };
      // From here to the append nothing is awaited: what was read is what `readUpTo` says.
      const now = this.context(order);
      // A stream whose id is born of the command keeps the one that it was named by.
      const context = streamOf(decider, order.command, now) === stream ? now : named;
      const decision = decide(decider, folded.state, order.command, context);
      if (isRefused(decision)) return { kind: 'refused', refused: decision };
      if (!isFacts(decision)) return { kind: 'nothing', stream, says: decision.says, token: this.lastToken };
      if (decision.length === 0) return { kind: 'nothing', stream, says: {}, token: this.lastToken };
      try {
        return await this.append(decider, stream, folded, order, decision, context.now);
      } catch (error) {
        this.cache.delete(stream);
        const again = error instanceof AppendConflict || (error instanceof LogUnavailable && error.outcome === 'unknown');
        if (!again) throw error;
        if (attempt === tries) throw new TooBusy(`${stream}: ${attempt} tries`, { cause: error });
      }
    }
  }

  private async fold(decider: AnyDecider, stream: string): Promise<Folded> {
    const cached = this.cache.get(stream);
    if (cached) return cached;
    const commandIds = new Set<string>();
    let { revision, state, token } = empty(decider);
    const known = decider.known?.(this.reads);
    if (known) ({ revision, state } = known);
    for (;;) {
      const page = await this.parts.log.readStream(stream, revision + 1, 1_000);
      for (const stored of page) {
        const event = this.parts.decode(stored);
        state = evolve(decider, state, event, { at: event.meta.at, actor: event.meta.actor });
        commandIds.add(event.meta.commandId);
        ({ revision, token } = stored);
      }
      if (page.length < 1_000) break;
    }
    const folded = { revision, state, commandIds, token };
    this.cache.set(stream, folded);
    return folded;
  }

  private async append(
    decider: AnyDecider,
    stream: string,
    folded: Folded,
    order: Order,
    facts: readonly Message[],
    now: string,
  ): Promise<Settled> {
    const { commandId, correlationId, causationId, actor, epoch } = order;
    const { logic, node, codec, log, memory } = this.parts;
    const meta: Meta = {
      at: now,
      actor,
      commandId,
      correlationId,
      causationId,
      logic,
      readUpTo: memory.ordinal,
      node,
      ...(epoch ? { epoch } : {}),
    };
    const events = identified(facts, actor, commandId, stream).map((fact) => codec.encode(fact, meta));
    const { revision, token } = await log.append(stream, folded.revision < 0 ? 'none' : folded.revision, events);
    const state = facts.reduce((before, fact) => evolve(decider, before, fact, { at: now, actor }), folded.state);
    this.cache.set(stream, { revision, state, commandIds: folded.commandIds.add(commandId), token });
    if (token > this.lastToken) this.lastToken = token;
    return { kind: 'done', stream, revision, token, facts };
  }
}
