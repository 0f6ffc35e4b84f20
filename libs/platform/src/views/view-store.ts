import type { AnyView } from '@tocsin/kernel/rows/view.js';

/** `row` null: removed. */
export interface SavedRow {
  readonly view: string;
  readonly id: string;
  readonly row: unknown;
  readonly ordinal: number;
  /** Log time of the event: the running maximum of `meta.at`. */
  readonly at: string;
  /** The command whose events were appended together: nobody could see the states between them. */
  readonly command?: string;
  /** Since which moment it is so, but for its fleeting fields and states that nobody could see; absent: since this change. */
  readonly since?: string;
  /** The row’s JSON, if it was computed already. */
  readonly text?: string;
}

export interface Checkpoint {
  readonly ordinal: number;
  readonly logTime: string;
  readonly token: string;
}

export interface ShownRow {
  readonly id: string;
  readonly row: unknown;
  /** The ordinal of the event that created this version of the row. */
  readonly ordinal: number;
}

/** Column → value or values (any of them). */
export type ColumnFilters = Readonly<Record<string, string | number | null | readonly (string | number | null)[]>>;

/** In lower case. It must occur in the view’s text for the row, or a column must have one of these values. */
export interface SearchedWord {
  readonly text: string;
  readonly or?: ColumnFilters;
  /** Only as a whole word of the text, between spaces. */
  readonly whole?: boolean;
  /** Finds rows that the word does not match. */
  readonly not?: boolean;
}

/** Of text values, such as instants: `from` inclusive, `to` exclusive. */
export interface Range {
  readonly column: string;
  readonly from?: string;
  readonly to?: string;
}

export interface ListQuery {
  readonly where?: ColumnFilters;
  readonly range?: Range;
  /** Every word must be found. Only for views with `words`. */
  readonly words?: readonly SearchedWord[];
  /** A column of the view; default `id`. */
  readonly sort?: string;
  readonly descending?: boolean;
  /** 1–200. */
  readonly limit: number;
  /** From an earlier answer. */
  readonly cursor?: string;
  /** An instant of log time or a moment (`momentOf`); now when absent. */
  readonly at?: string;
}

export interface CountedRows {
  readonly values: Readonly<Record<string, string | number | null>>;
  readonly count: number;
}

/** The views can’t be read now, because their database does not answer. The log is not affected. */
export class ViewsUnavailable extends Error {
  constructor(cause: unknown) {
    super(`the views can’t be read: ${cause instanceof Error ? cause.message || String(cause) : String(cause)}`, { cause });
  }
}

/** Everything in it can be deleted and built again from the log. */
export abstract class ViewStore {
  /** The approximate number of changes in one save: few enough to be quick, many enough to be efficient. */
  abstract readonly rowsPerSave: number;
  /** Creates the tables. A view whose definition has changed is emptied and returned: it must be rebuilt from ordinal 0. */
  abstract prepare(views: readonly AnyView[]): Promise<readonly string[]>;
  abstract checkpoint(): Promise<Checkpoint>;
  abstract load(view: string, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /**
   * Saves rows, their history and the checkpoint in one transaction, in log order. With `after`, it rejects and saves nothing unless the checkpoint is at
   * exactly that ordinal: so two projectors can’t both continue from it.
   */
  abstract save(rows: readonly SavedRow[], checkpoint: Checkpoint, after?: number): Promise<void>;
  /** This method and the next three throw ViewsUnavailable. */
  abstract get(view: string, id: string, at?: string): Promise<ShownRow | undefined>;
  abstract list(view: string, query: ListQuery): Promise<{ readonly rows: readonly ShownRow[]; readonly next: string | null }>;
  abstract count(view: string, countQuery?: Pick<ListQuery, 'where' | 'words' | 'range'>): Promise<number>;
  /** Current rows that match, counted for each combination of values of these columns; combinations without rows are left out. */
  abstract countBy(
    view: string,
    columns: readonly string[],
    countQuery?: Pick<ListQuery, 'where' | 'words' | 'range'>,
  ): Promise<readonly CountedRows[]>;
  abstract close(): Promise<void>;
}
