import { Inject, type Type } from '@nestjs/common';
import { Query, QueryHandler, type IQuery, type IQueryHandler } from '@nestjs/cqrs';
import { views, type ViewName } from '@tocsin/contracts/catalogue.js';
import { BadCursor } from '@tocsin/platform/views/cursor.js';
import { keyOfMoment, type Moment } from '@tocsin/platform/views/moments.js';
import type { CountedRows, ListQuery, ShownRow } from '@tocsin/platform/views/view-store.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { emptyRow } from './empty-rows.js';
import { PastReads } from './past-reads.js';
import { findUnlisted } from './unlisted-groups.js';
import { storedRow, type StoredRow } from './stored-rows.js';
import { partOfView, viewDefinitions } from './view-definitions.js';

const dependencies = ['viewRows'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]> & { readonly past: PastReads };

/** A row of a view as stored: what its reader may see of it is up to `showRowTo`. */
export interface FoundRow<V extends ViewName> extends ShownRow {
  readonly row: StoredRow<V>;
}

/** Rows of one view, or one row, as of now or as of a moment. */
export interface RowsPage<V extends ViewName> {
  readonly rows: readonly FoundRow<V>[];
  readonly next: string | null;
  /** The total number of matching rows, if requested. */
  readonly count?: number;
  /** The same by the values of columns, if requested. */
  readonly counts?: readonly CountedRows[];
}
export abstract class ListRows<V extends ViewName> extends Query<RowsPage<V>> {
  constructor(
    readonly query: ListQuery,
    readonly isCounted: boolean,
    readonly countBy: readonly string[],
  ) {
    super();
  }
}
export abstract class GetRow<V extends ViewName> extends Query<FoundRow<V> | undefined> {
  constructor(
    readonly id: string,
    readonly asOf: Moment | undefined,
    /** The part of the row before this mark. */
    readonly before: string | undefined,
  ) {
    super();
  }
}

const setName = <C extends object>(name: string, target: C): C => Object.defineProperty(target, 'name', { value: name });

const createHandler = <R, Q extends Query<R>>(
  query: Type<Q>,
  answer: (parts: Dependencies, query: Q) => Promise<R>,
): Type<IQueryHandler> => {
  const handler = setName(
    `${query.name}Handler`,
    class implements IQueryHandler<IQuery> {
      constructor(
        private readonly parts: Omit<Dependencies, 'past'>,
        private readonly past: PastReads,
      ) {}
      execute(query: IQuery): Promise<R> {
        return answer({ ...this.parts, past: this.past }, query as Q);
      }
    },
  );
  Uses(dependencies)(handler, undefined, 0);
  Inject(PastReads)(handler, undefined, 1);
  QueryHandler(query)(handler);
  return handler;
};

/** The row at a past moment, or its part that is older than the row contains, is folded from its stream, if it has one. */
const rowOf = async (parts: Dependencies, view: ViewName, { id, asOf, before }: GetRow<ViewName>): Promise<ShownRow | undefined> => {
  const definition = viewDefinitions.get(view)!;
  if (!partOfView(view, before)) throw new BadCursor();
  const isFolded = definition.stream !== undefined && (asOf !== undefined || before !== undefined);
  if (isFolded) return parts.past.foldRow({ view, id, before, upTo: asOf?.ordinal });
  const at = asOf && keyOfMoment(asOf);
  const rows = {
    get: (name: string, key: string) =>
      at === undefined ? parts.viewRows.get(name, key) : parts.past.insteadOf(parts.viewRows).get(name, key, at),
  };
  const listed = await rows.get(view, id);
  // it has left the lists, or there is no such thing
  if (!listed && definition.leaves) return parts.past.foldRow({ view, id, before: undefined, upTo: asOf?.ordinal });
  return listed ?? emptyRow(rows, view, id);
};

const byNumber =
  (rows: Dependencies['viewRows']) =>
  async (number: readonly (string | number | null)[], limit: number): Promise<readonly string[]> => {
    const found = await rows.list('groupNumbers', { where: { number }, limit });
    return found.rows.map(({ id }) => id);
  };

const queriesOf = <V extends ViewName>(view: V) => {
  const found = (row: ShownRow): FoundRow<V> => ({ ...row, row: storedRow(view, row.row) });
  const list: Type<ListRows<V>> = setName(`List.${view}`, class extends ListRows<V> {});
  const get: Type<GetRow<V>> = setName(`Get.${view}`, class extends GetRow<V> {});
  const handlers = [
    createHandler(list, async ({ viewRows, past }, { query, isCounted, countBy }): Promise<RowsPage<V>> => {
      const { rows: listed, next } = await (query.at === undefined ? viewRows : past.insteadOf(viewRows)).list(view, query);
      const rows = [...listed, ...(await findUnlisted({ idsByNumber: byNumber(viewRows), past }, view, query, listed))];
      const count = isCounted ? { count: await viewRows.count(view, query) } : {};
      const counts = countBy.length > 0 ? { counts: await viewRows.countBy(view, countBy, query) } : {};
      return { rows: rows.map(found), next, ...count, ...counts };
    }),
    createHandler(get, async (parts, query) => {
      const row = await rowOf(parts, view, query);
      return row && found(row);
    }),
  ];
  return { list, get, handlers };
};

/** The query classes of each view, and their handlers. Made in a loop from the contracts: a new view needs none of its own. */
type Queries = { readonly [V in ViewName]: ReturnType<typeof queriesOf<V>> };

/** The query classes of every view. */
export const viewQueries = Object.fromEntries((Object.keys(views) as ViewName[]).map((view) => [view, queriesOf(view)])) as Queries;

export const queryHandlers: readonly Type<IQueryHandler>[] = Object.values(viewQueries).flatMap(({ handlers }) => handlers);
