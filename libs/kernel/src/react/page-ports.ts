import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { EarlyWork } from './early-work.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import type { PlannedCommand } from './process.js';
import type { MaybePromise } from '../step.js';

/** One entry for each command, in order: its fault, or undefined. */
export type Faults = readonly unknown[];

export interface Work {
  readonly kind: 'reaction' | 'run';
  /** The process, or the gathered event type. */
  readonly what: string;
  /** For a run, its first event. */
  readonly event: Recorded;
}

export interface PagePorts {
  /**
   * Sends commands of one event or one run: in order where they are about one stream. Returns the commands’ own faults, and throws what must be waited
   * out.
   */
  send(plannedCommands: readonly PlannedCommand[]): MaybePromise<Faults>;
  events(ordinals: readonly number[]): MaybePromise<readonly Recorded[]>;
  /** Begins the external calls for an event, without waiting for them. */
  callOut(event: Recorded): void;
  /** Whether an error is temporary (a log, vault or store that does not answer, or a conflict) and not the fault of what was tried. */
  isWaitedOut(error: unknown): boolean;
  /** The recorded text of a fault; contains no secrets. */
  reasonOf(fault: unknown): string;
  /** Reports the current work, so that hanging work can be named. */
  beginWork(work: Work): void;
  pause(milliseconds: number): MaybePromise<void>;
  /** Events appended since the last call, or since the page: of these types, and those that have external calls. */
  readNewerEvents(types: readonly string[]): MaybePromise<readonly Recorded[]>;
  /** Outlives the page. */
  readonly ahead: EarlyWork;
  /** Memory as of the page, or later. */
  memory(): MemoryRows;
  /** Fires the timer again, if it was given up and its stream still waits for it. */
  fireAgain(stream: string, timer: string): void;
}
