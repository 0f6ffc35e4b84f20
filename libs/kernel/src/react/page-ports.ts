import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { DoneAhead } from './done-ahead.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import type { Planned } from './process.js';
import type { MaybePromise } from '../step.js';

/** What went wrong with the command of the same place; undefined where nothing did. */
export type Faults = readonly unknown[];

/** What a page is at. */
export interface Work {
  readonly kind: 'reaction' | 'run';
  /** The process, or the type of event that is gathered. */
  readonly what: string;
  /** What it follows from; of a run the first. */
  readonly event: Recorded;
}

/** What a page of the log asks for. */
export interface PagePorts {
  /**
   * Commands that follow from one event, or one run: in order where they are about one stream. Answers with faults of their own, and
   * throws what is to be waited out.
   */
  send(planned: readonly Planned[]): MaybePromise<Faults>;
  /** Those of these ordinals that exist. */
  events(ordinals: readonly number[]): MaybePromise<readonly Recorded[]>;
  /** Begins what is done outside because of an event; it is not waited for. */
  callOut(event: Recorded): void;
  /** A log, a vault or a store that does not answer, or a conflict: no fault of what was tried. */
  isWaitedOut(error: unknown): boolean;
  /** What is recorded of a fault: in words, and without anything secret. */
  reasonOf(fault: unknown): string;
  /** Is told what the page is at from now on, so that what never ends has a name. */
  begins(work: Work): void;
  rest(milliseconds: number): MaybePromise<void>;
  /** Events that were appended since it was asked last, or since the page: those of these types, and those that are called for. */
  newer(types: readonly string[]): MaybePromise<readonly Recorded[]>;
  /** Outlives the page. */
  readonly ahead: DoneAhead;
  /** As of the page, or later. */
  memory(): MemoryRows;
  /** The timer of this name in this stream is fired again, if it was given up and is waited for. */
  fireAgain(stream: string, timer: string): void;
}
