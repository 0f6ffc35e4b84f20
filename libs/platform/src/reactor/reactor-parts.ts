import type { Domain } from '@tocsin/kernel/registry.js';
import type { CommandRunner } from '../bus/command-runner.js';
import type { Clock } from '../clock/clock.js';
import type { MonotonicClock } from '../clock/monotonic-clock.js';
import type { EventLog } from '../event-log/event-log.js';
import type { Decode } from '../feed/decoding.js';
import type { MemoryFeed } from '../feed/memory-feed.js';
import type { ProviderOf } from './call-places.js';
import type { Effects } from './effects-table.js';

export interface StartingPoint {
  /** Everything up to this ordinal has been reacted to. */
  readonly after: number;
  /** What stands up to this ordinal calls nobody outside: it has called, or nobody knows whether it has. */
  readonly callsAfter: number;
}

/** All that a reactor reaches: it has no other way to the world, so that a test may stand in for each. */
export interface ReactorParts {
  readonly domain: Domain;
  readonly log: EventLog;
  readonly decode: Decode;
  readonly feed: MemoryFeed;
  readonly runner: CommandRunner;
  readonly clock: Clock;
  readonly epoch: number;
  readonly effects: Effects;
  /** Where to begin while the log says nothing of how far it has been handled. */
  readonly before: StartingPoint;
  readonly onTrouble: (error: unknown) => void;
  /** Calls of nobody are counted when absent. */
  readonly providerOf?: ProviderOf;
  /** Calls at once to a provider; `callsAtOnce` when absent. */
  readonly placesOf?: (provider: string) => number;
  /** Calls to one provider at once; that of the limits when absent. */
  readonly callsAtOnce?: number;
  /** By which it waits; the machine’s when absent. */
  readonly monotonic?: MonotonicClock;
}
