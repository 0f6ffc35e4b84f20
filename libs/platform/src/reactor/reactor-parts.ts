import type { Domain } from '@tocsin/kernel/registry.js';
import type { CommandRunner } from '../bus/command-runner.js';
import type { Clock } from '../clock/clock.js';
import type { MonotonicClock } from '../clock/monotonic-clock.js';
import type { EventLog } from '../event-log/event-log.js';
import type { Decode } from '../feed/decoding.js';
import type { MemoryFeed } from '../feed/memory-feed.js';
import type { GetProviders } from './call-places.js';
import type { Effects } from './effects-table.js';

/** A reactor has no other access to the world, so that a test can replace each part. */
export interface ReactorParts {
  readonly domain: Domain;
  readonly log: EventLog;
  readonly decode: Decode;
  readonly feed: MemoryFeed;
  readonly runner: CommandRunner;
  readonly clock: Clock;
  readonly epoch: number;
  readonly effects: Effects;
  readonly onTrouble: (error: unknown) => void;
  /** When absent, calls are not limited. */
  readonly providersOf?: GetProviders;
  /** Concurrent calls to a provider, by its name; `callsAtOnce` when absent. */
  readonly placesOf?: (provider: string) => number;
  /** Milliseconds between the starts of two calls to a provider; 0: none. */
  readonly pauseOf?: (provider: string) => number;
  /** Concurrent calls to one provider; the default limit when absent. */
  readonly callsAtOnce?: number;
  /** The machine’s when absent. */
  readonly monotonic?: MonotonicClock;
}
