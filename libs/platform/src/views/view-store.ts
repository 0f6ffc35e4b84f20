import type { AnyView } from '@tocsin/kernel/rows/view.js';

/** One row that an event changed. `row` null: removed. */
export interface RowSaved {
  readonly view: string;
  readonly id: string;
  readonly row: unknown;
  readonly ordinal: number;
  /** Log time of the event: the running maximum of `meta.at`. */
  readonly at: string;
}

export interface Checkpoint {
  readonly ordinal: number;
  readonly logTime: string;
  readonly token: string;
}

export interface ShownRow {
  readonly id: string;
  readonly row: unknown;
  /** The ordinal of the event that made this row. */
  readonly ordinal: number;
}

/** Column → value or values (any of them). */
export type Where = Readonly<Record<string, string | number | null | readonly (string | number | null)[]>>;

/** One word of a text search, in lower case: it occurs in what the view says of the row, or a column has one of these values. */
export interface SearchedWord {
  readonly text: string;
  readonly or?: Where;
}

/** Texts of a column, such as instants: from the first on, and before the second. */
export interface Range {
  readonly column: string;
  readonly from?: string;
  readonly to?: string;
}

export interface ListQuery {
  readonly where?: Where;
  readonly range?: Range;
  /** Every one of them must be found. Only for views with `words`. */
  readonly words?: readonly SearchedWord[];
  /** A column of the view; default `id`. */
  readonly sort?: string;
  readonly descending?: boolean;
  /** 1–200. */
  readonly limit: number;
  /** As an earlier answer gave it. */
  readonly cursor?: string;
  /** As of this instant of log time; now when absent. */
  readonly at?: string;
}

/** The views can’t be read now: where they are kept does not answer. The log knows nothing of it. */
export class ViewsUnavailable extends Error {
  constructor(cause: unknown) {
    super(`the views can’t be read: ${cause instanceof Error ? cause.message || String(cause) : String(cause)}`, { cause });
  }
}

/** Where views are kept. Everything in it can be thrown away and built again from the log. */
export abstract class ViewStore {
  /** About how many changes one save should hold: so that it neither takes long nor costs more than what it saves. */
  abstract readonly rowsPerSave: number;
  /** Makes the tables. A view whose definition has changed is emptied and listed: it must be rebuilt from ordinal 0. */
  abstract prepare(views: readonly AnyView[]): Promise<readonly string[]>;
  abstract checkpoint(): Promise<Checkpoint>;
  abstract load(view: string, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /**
   * Rows, their past, and the checkpoint in one transaction. Saves come in log order. With `after`, nothing is saved, and the promise
   * rejects, unless the checkpoint stands at exactly that ordinal: two projectors can't both go on from it.
   */
  abstract save(rows: readonly RowSaved[], checkpoint: Checkpoint, after?: number): Promise<void>;
  /** This one and the next two throw ViewsUnavailable. */
  abstract get(view: string, id: string, at?: string): Promise<ShownRow | undefined>;
  abstract list(view: string, query: ListQuery): Promise<{ readonly rows: readonly ShownRow[]; readonly next: string | null }>;
  abstract count(view: string, which?: Pick<ListQuery, 'where' | 'words' | 'range'>): Promise<number>;
  abstract close(): Promise<void>;
}
