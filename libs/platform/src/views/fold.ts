import type { Recorded } from '@tocsin/contracts/envelope.js';
import { computeChanges, hasHandler, type AnyView } from '@tocsin/kernel/rows/view.js';
import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import { isWaitedOut } from '../reactor/faults.js';
import { isAsJson } from '../codec/as-json.js';
import type { SavedRow } from './view-store.js';
import { toShown } from './view-table.js';

/** Normalises a row through JSON, so that a new row equals one that was read back, down to the order of its keys. */
const asStored = (row: unknown, before: unknown): unknown => (isAsJson(row, before) ? row : (JSON.parse(JSON.stringify(row)) as unknown));

/** Runs views over events. The caller decides where old rows are read and new ones are written. */
export class Fold {
  private readonly byType = new Map<string, readonly AnyView[]>();

  private readonly byName: ReadonlyMap<string, AnyView>;

  /** Without `onFault`, errors of views are thrown; temporary errors are always thrown. */
  constructor(
    readonly views: readonly AnyView[],
    private readonly onFault: (fault: FoldFault) => void = ({ fault }) => {
      throw fault;
    },
  ) {
    this.byName = new Map(views.map((view) => [view.name, view]));
  }

  /** `at`: an instant of log time. */
  applyEvent(event: Recorded, at: string, read: (view: string, id: string) => unknown): readonly SavedRow[] {
    return this.viewsFor(event.type).flatMap((view) => {
      try {
        return computeChanges(view, event, (id) => read(view.name, id)).map(([id, row]) => ({
          view: view.name,
          id,
          row: asStored(row, read(view.name, id)),
          ordinal: event.ordinal,
          at,
          command: event.meta.commandId,
        }));
      } catch (fault) {
        if (isWaitedOut(fault)) throw fault;
        this.onFault({ view: view.name, event, fault });
        return [];
      }
    });
  }

  /** The change without the view’s bookkeeping fields. */
  toVisible(change: SavedRow): SavedRow {
    return toShown(this.byName.get(change.view)!, change);
  }

  viewsFor(type: string): readonly AnyView[] {
    let views = this.byType.get(type);
    if (!views) {
      views = this.views.filter((view) => hasHandler(view, type));
      this.byType.set(type, views);
    }
    return views;
  }
}
