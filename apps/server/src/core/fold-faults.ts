import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import type { BackgroundErrors } from './background-errors.js';

/** Storage of a view: in memory, for decisions, or on disk, for screens. */
export type Storage = 'memory' | 'views';

/** Events of one type at which a view threw, for one reason. */
export interface KnownFault {
  readonly where: Storage;
  readonly view: string;
  readonly type: string;
  readonly reason: string;
  /** Ordinal of the first event. */
  readonly ordinal: number;
  readonly times: number;
}

export type NewFault = Pick<FoldFault, 'view' | 'event'> & { readonly reason: string };

/** Maximum number of kinds of fault; events beyond them are only counted. */
const most = 100;

/** Events that views could not fold since the start: one entry for each kind of fault, however many events. */
export class FoldFaults {
  private readonly faults = new Map<string, KnownFault>();
  /** Number of events, counted once for each view that threw. */
  count = 0;

  constructor(private readonly troubles: Pick<BackgroundErrors, 'note'>) {}

  note(storage: Storage, { view, event, reason }: NewFault, cause?: unknown): void {
    this.count += 1;
    const key = [storage, view, event.type, reason].join(' ');
    const before = this.faults.get(key);
    const fault = before ?? { where: storage, view, type: event.type, reason, ordinal: event.ordinal, times: 0 };
    if (before || this.faults.size < most) this.faults.set(key, { ...fault, times: fault.times + 1 });
    const first = `${view} can’t apply ${event.type} (event ${fault.ordinal} was the first): ${reason}`;
    this.troubles.note(storage, new Error(first, { cause }));
  }

  list(): readonly KnownFault[] {
    return [...this.faults.values()];
  }
}
