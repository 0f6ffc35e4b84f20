import { z } from 'zod';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { outcomeIdOf } from '@tocsin/kernel/react/process.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { CommandRunner, type CommandResult } from '@tocsin/platform/bus/command-runner.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import type { MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { MemoryFeed } from '@tocsin/platform/feed/memory-feed.js';
import { createDecodeOnce } from '@tocsin/platform/feed/decoding.js';
import type { Effects } from '@tocsin/platform/reactor/effects-table.js';
import { Reactor } from '@tocsin/platform/reactor/reactor.js';
import type { ReactorParts } from '@tocsin/platform/reactor/reactor-parts.js';
import { readEverything } from '../ports/event-log-samples.js';

export interface ToyServerOptions {
  readonly domain: Domain;
  /** A new one in memory when absent. Several servers may share one. */
  readonly log?: EventLog;
  readonly clock?: ManualClock;
  readonly node?: string;
  readonly epoch?: number;
  readonly effects?: (server: ToyServer) => Effects;
  readonly providersOf?: ReactorParts['providersOf'];
  readonly callsAtOnce?: number;
  readonly cachedCharacters?: number;
  /** The clock for waiting; the machine’s when absent. */
  readonly monotonic?: MonotonicClock;
}

export const toyStart = '2026-11-21T03:12:00.000Z';

/** The real bus, feed and reactor on any log, with any domain: nothing is encrypted, and contracts accept everything. */
export class ToyServer {
  readonly log: EventLog;
  readonly clock: ManualClock;
  readonly memory: MemoryRows;
  readonly feed: MemoryFeed;
  readonly runner: CommandRunner;
  readonly reactor: Reactor;
  readonly errors: string[] = [];
  private readonly codec: EventCodec;
  private readonly node: string;

  constructor(private readonly options: ToyServerOptions) {
    const { domain, log = new MemoryEventLog(), clock = new ManualClock(toyStart), node = 'toy', epoch = 1, effects } = options;
    const onTrouble = (error: unknown): void => void this.errors.push(error instanceof Error ? error.message : String(error));
    this.log = log;
    this.clock = clock;
    this.node = node;
    const anything = { v: 1, group: 'system' as const, name: '', says: '', data: z.any(), personal: [] };
    const vault = { keyFor: () => null, keyUnlessDestroyed: () => null };
    this.codec = new EventCodec({ vault, contractOf: () => anything, upcasters: domain.upcasters });
    const decode = createDecodeOnce((storedEvent) => this.codec.decode(storedEvent));
    this.memory = new MemoryRows(domain.memory, ({ view, event, fault }) =>
      onTrouble(new Error(`${view} can’t apply event ${event.ordinal}`, { cause: fault })),
    );
    this.feed = new MemoryFeed(log, decode, this.memory, onTrouble);
    const { deciders, logic, reads } = domain;
    const { codec, memory, feed } = this;
    const bounds = options.cachedCharacters === undefined ? {} : { cachedCharacters: options.cachedCharacters };
    this.runner = new CommandRunner({ deciders, logic, node, log, codec, decode, clock, memory, feed, reads, ...bounds });
    this.reactor = new Reactor({
      domain,
      log,
      decode,
      feed,
      runner: this.runner,
      clock,
      epoch,
      effects: effects?.(this) ?? {},
      ...(options.providersOf ? { providersOf: options.providersOf } : {}),
      ...(options.callsAtOnce === undefined ? {} : { callsAtOnce: options.callsAtOnce }),
      ...(options.monotonic ? { monotonic: options.monotonic } : {}),
      onTrouble,
    });
  }

  static async start(options: ToyServerOptions): Promise<ToyServer> {
    const server = new ToyServer(options);
    await server.feed.start();
    server.reactor.start();
    return server;
  }

  /** A person’s command. */
  run(command: Message, actor: Actor, commandId: string): Promise<CommandResult> {
    return this.runner.run({ command, actor, commandId, correlationId: commandId, causationId: null });
  }

  /** Records a provider’s answer to an event. */
  answer(event: Recorded, command: Message): Promise<CommandResult> {
    const { correlationId } = event.meta;
    const actor: Actor = { kind: 'system', id: 'tocsin', roles: [] };
    return this.runner.run({ command, actor, commandId: outcomeIdOf(event), correlationId, causationId: event.id, epoch: 1 });
  }

  /** Appends inputs as they are. */
  async record(stream: string, facts: readonly Message[], actor: Actor, commandId: string): Promise<void> {
    const { domain } = this.options;
    const meta = {
      at: this.clock.now(),
      actor,
      commandId,
      correlationId: commandId,
      causationId: null,
      logic: domain.logic,
      node: this.node,
    };
    const events = facts.map((fact, n) => this.codec.encode({ ...fact, id: `${commandId}-${n}` }, meta));
    await this.log.append(stream, 'any', events);
  }

  /** Resolves when the reactor has handled everything and nothing is due. */
  async whenSettled(): Promise<void> {
    for (;;) {
      const { ordinal, token } = await this.log.head();
      await this.feed.waitForToken(token);
      if (this.reactor.position >= ordinal && this.reactor.idle && this.reactor.callsOut === 0) {
        if ((await this.log.head()).ordinal === ordinal) return;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Advances the clock, firing each timer at its own instant. */
  async advanceTo(instant: string): Promise<void> {
    await this.whenSettled();
    for (let next = this.clock.nextAlarm(instant); next !== undefined; next = this.clock.nextAlarm(instant)) {
      this.clock.moveTo(next);
      await this.whenSettled();
    }
    this.clock.moveTo(instant);
    await this.whenSettled();
  }

  async events(): Promise<readonly Recorded[]> {
    return (await readEverything(this.log)).map((storedEvent) => this.codec.decode(storedEvent));
  }

  async stop(): Promise<void> {
    await this.reactor.stop();
    await this.feed.stop();
  }
}
