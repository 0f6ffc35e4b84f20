import type { Item } from '../received-signal.js';
import type { RoutingReads } from '../routing-reads.js';
import type { RunGroupings } from '../groupings.js';
import type { RunLinkings } from '../linkings.js';
import type { RunRecordings } from '../recordings.js';
import type { RunThreads } from '../run-threads.js';
import type { StormRun } from '../storm-run.js';

/** One thread that a signal concerns, with the decision about it. A signal concerns a thread once. */
export interface Step {
  /** Sorts after the steps before it: when a fact is full, routing continues from here. */
  readonly place: string;
  readonly thread: string;
  /** Undefined: nothing to record. */
  readonly item: () => Item | undefined;
}

export const places = { portions: '0', closings: '1', recordings: '1~', elsewhere: '2' } as const;

/** A run of signals while it is routed: what memory has, with the run’s own changes. */
export interface Run {
  readonly reads: RoutingReads;
  readonly threads: RunThreads;
  readonly recordings: RunRecordings;
  readonly storms: StormRun;
  readonly groupings: RunGroupings;
  readonly linkings: RunLinkings;
  /** The number that the next alert group gets. */
  readonly nextNumber: number;
}
