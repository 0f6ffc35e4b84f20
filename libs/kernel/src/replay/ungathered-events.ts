import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Gathering } from '../registry.js';
import type { MissingCommand } from './missing.js';

/** `from` exclusive, `upTo` inclusive. */
interface Span {
  readonly from: number;
  readonly upTo: number;
}

/** Events of gathered types that no run has taken yet. */
export class UngatheredEvents {
  private readonly types: ReadonlySet<string>;
  /** In log order. */
  private waitingEvents: MissingCommand[] = [];
  /** Decided runs whose events may not have been added yet. */
  private runs: Span[] = [];

  constructor(gatherings: readonly Gathering[]) {
    this.types = new Set(gatherings.map(({ type }) => type));
  }

  addRun({ from, upTo }: Span): void {
    this.runs.push({ from, upTo });
    const first = this.waitingEvents.findIndex(({ ordinal }) => ordinal > from);
    if (first === -1) return;
    let end = first;
    while (end < this.waitingEvents.length && this.waitingEvents[end]!.ordinal <= upTo) end += 1;
    this.waitingEvents.splice(first, end - first);
  }

  addEvent({ type, ordinal, stream }: Recorded): void {
    if (this.runs.length > 0) {
      const isInRun = this.runs.some(({ from, upTo }) => from < ordinal && ordinal <= upTo);
      if (this.runs.some(({ upTo }) => upTo <= ordinal)) this.runs = this.runs.filter(({ upTo }) => upTo > ordinal);
      if (isInRun) return;
    }
    if (this.types.has(type)) this.waitingEvents.push({ ordinal, stream, command: `the run of ${type}` });
  }

  upTo(end: number): readonly MissingCommand[] {
    return this.waitingEvents.filter(({ ordinal }) => ordinal <= end);
  }
}
