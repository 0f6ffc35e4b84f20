import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import { decidesWhatLeaves, type AnyView } from '@tocsin/kernel/rows/view.js';
import { Fold } from './fold.js';
import type { SavedRow } from './view-store.js';

/** The events of a stream from its first. */
export type ReadStream = (stream: string) => AsyncIterable<Recorded>;

/** Rows of things that left the lists: folded from their streams again when something happens to them. */
export class ReturningRows {
  /** The view whose row says whether a thing is listed. */
  readonly leading: AnyView | undefined;
  private readonly fold: Fold;

  constructor(
    views: readonly AnyView[],
    private readonly readStream: ReadStream | undefined,
    onFault?: (fault: FoldFault) => void,
  ) {
    this.leading = readStream && views.find(decidesWhatLeaves);
    this.fold = new Fold(
      views.filter(({ leaves }) => leaves !== undefined),
      onFault,
    );
  }

  /** The first of these events of each thing that may have left: none of them is its beginning. */
  firstEventsIn(events: readonly Recorded[]): ReadonlyMap<string, Recorded> {
    const firstEvents = new Map<string, Recorded>();
    if (!this.leading) return firstEvents;
    const begun = new Set<string>();
    for (const event of events) {
      const thing = this.leading.leaves!.thingOf(event.stream);
      if (thing === undefined || begun.has(thing)) continue;
      if (event.revision === 0) begun.add(thing);
      else if (!firstEvents.has(thing)) firstEvents.set(thing, event);
    }
    return firstEvents;
  }

  /** All rows of a thing before this event, as of its instant of log time: in lists they are since then. */
  async rowsBefore({ stream, ordinal, meta }: Recorded, at: string): Promise<readonly SavedRow[]> {
    const rows = new Map<string, SavedRow>();
    const keyOf = (view: string, id: string): string => `${view} ${id}`;
    for await (const event of this.readStream!(stream)) {
      if (event.ordinal >= ordinal) break;
      for (const change of this.fold.applyEvent(event, at, (view, id) => rows.get(keyOf(view, id))?.row ?? undefined))
        rows.set(keyOf(change.view, change.id), { ...change, ordinal, command: meta.commandId });
    }
    return [...rows.values()].filter(({ row }) => row !== null);
  }
}
