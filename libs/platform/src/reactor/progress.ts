import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { deriveId } from '@tocsin/kernel/ids.js';
import type { PlannedCommand } from '@tocsin/kernel/react/process.js';

/** The most events that are read again after a restart because the reactor has appended nothing since. */
const claimInterval = 10_000;

/** Ordinals are inclusive. */
export class Progress {
  /** `handled`: the last handled ordinal; `recordedOrdinal`: the last one recorded as handled; `work`: the last handled one with a consequence. */
  private handled = 0;
  private recordedOrdinal = 0;
  private work = 0;
  private last: Recorded | undefined;

  beginAfter(ordinal: number): void {
    this.handled = this.recordedOrdinal = this.work = ordinal;
  }

  get handledUpTo(): number {
    return this.handled;
  }

  noteHandled(events: readonly Recorded[], isWork: (event: Recorded) => boolean): void {
    this.last = events.at(-1)!;
    this.handled = this.last.ordinal;
    if (events.some(isWork)) this.work = this.handled;
  }

  isRecorded(upTo: number): void {
    this.recordedOrdinal = Math.max(this.recordedOrdinal, upTo);
  }

  /** Whether unrecorded progress is large enough to be recorded, even if nothing followed from it. */
  get isFarAhead(): boolean {
    return this.handled - this.recordedOrdinal >= claimInterval;
  }

  /** A command that records only the position, when no other append has recorded it. */
  claim(command: Message | undefined, epoch: number): PlannedCommand | undefined {
    const isWorthIt = this.work > this.recordedOrdinal || this.isFarAhead;
    if (!command || !this.last || !isWorthIt) return undefined;
    const { id, meta } = this.last;
    return { command, commandId: deriveId(meta.at, id, 'progress', epoch), causationId: id, correlationId: meta.correlationId };
  }
}
