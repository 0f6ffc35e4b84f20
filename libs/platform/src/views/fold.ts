import type { Recorded } from '@tocsin/contracts/envelope.js';
import { changesBy, handles, withoutBookkeeping, type AnyView } from '@tocsin/kernel/rows/view.js';
import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import { isWaitedOut } from '../reactor/faults.js';
import { isAsJson } from '../codec/as-json.js';
import type { RowSaved } from './view-store.js';

/** A row is what its JSON says: one that was just made is the same, down to the order of its keys, as one read back. */
const asKept = (row: unknown, before: unknown): unknown => (isAsJson(row, before) ? row : (JSON.parse(JSON.stringify(row)) as unknown));

/** Runs views over events. Where old rows are read and new ones go is the caller’s. */
export class Fold {
  private readonly byType = new Map<string, readonly AnyView[]>();

  private readonly byName: ReadonlyMap<string, AnyView>;

  /** Without `onFault` what a view throws is thrown; so is always what is to be waited out. */
  constructor(
    readonly views: readonly AnyView[],
    private readonly onFault: (fault: FoldFault) => void = ({ fault }) => {
      throw fault;
    },
  ) {
    this.byName = new Map(views.map((view) => [view.name, view]));
  }

  /** The rows that an event changes, at an instant of log time. */
  changes(event: Recorded, at: string, read: (view: string, id: string) => unknown): readonly RowSaved[] {
    return this.interested(event.type).flatMap((view) => {
      try {
        return changesBy(view, event, (id) => read(view.name, id)).map(([id, row]) => ({
          view: view.name,
          id,
          row: asKept(row, read(view.name, id)),
          ordinal: event.ordinal,
          at,
        }));
      } catch (fault) {
        if (isWaitedOut(fault)) throw fault;
        this.onFault({ view: view.name, event, fault });
        return [];
      }
    });
  }

  /** A changed row as it is shown. */
  shown({ view, row }: RowSaved): unknown {
    return withoutBookkeeping(this.byName.get(view)!, row);
  }

  interested(type: string): readonly AnyView[] {
    let views = this.byType.get(type);
    if (!views) {
      views = this.views.filter((view) => handles(view, type));
      this.byType.set(type, views);
    }
    return views;
  }
}
