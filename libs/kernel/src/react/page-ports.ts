import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { EarlyWork } from './early-work.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import type { PlannedCommand } from './process.js';
import type { MaybePromise } from '../step.js';

/** One entry for each command, in order: its fault, or undefined. */
export type Faults = readonly unknown[];

/** Current work of a page of the log. */
export interface Work {
  readonly kind: 'reaction' | 'run';
  /** The process, or the gathered event type. */
  readonly what: string;
  /** The event that it follows from; for a run, the first one. */
  readonly event: Recorded;
}

/** Dependencies for handling a page of the log. */
export interface PagePorts {
  /**
   * Sends commands that follow from one event or one run: in order where they are about one stream. Returns faults of
   * the commands themselves, and throws what must be waited out.
   */
  send(plannedCommands: readonly PlannedCommand[]): MaybePromise<Faults>;
  /** The existing events among these ordinals. */
  events(ordinals: readonly number[]): MaybePromise<readonly Recorded[]>;
  /** Begins the external calls for an event, without waiting for them. */
  callOut(event: Recorded): void;
  /**
   * Whether an error is temporary (a log, vault or store that does not answer, or a conflict) and not the fault of what
   * was tried.
   */
  isWaitedOut(error: unknown): boolean;
  /** The text that is recorded for a fault; it contains no secrets. */
  reasonOf(fault: unknown): string;
  /** Reports the current work of the page, so that hanging work can be named. */
  beginWork(work: Work): void;
  pause(milliseconds: number): MaybePromise<void>;
  /** Events appended since the last call, or since the page: of these types, and those that have external calls. */
  readNewerEvents(types: readonly string[]): MaybePromise<readonly Recorded[]>;
  /** Outlives the page. */
  readonly ahead: EarlyWork;
  /** Memory as of the page, or later. */
  memory(): MemoryRows;
  /** Fires the named timer of this stream again, if it was given up and its stream still waits for it. */
  fireAgain(stream: string, timer: string): void;
}
