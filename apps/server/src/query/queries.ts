import type { Type } from '@nestjs/common';
import { QueryHandler, type IQuery, type IQueryHandler } from '@nestjs/cqrs';
import { views } from '@tocsin/contracts/catalogue.js';
import { BadCursor } from '@tocsin/platform/views/cursor.js';
import type { ListQuery, ShownRow } from '@tocsin/platform/views/view-store.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { emptyRow } from './empty-rows.js';
import { viewDefinitions } from './view-definitions.js';

const dependencies = ['folds', 'store'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Rows of one view, or one row, as of now or as of a moment. */
export interface Listed {
  readonly rows: readonly ShownRow[];
  readonly next: string | null;
  /** The total number of matching rows, if requested. */
  readonly count?: number;
}
export abstract class ListRows implements IQuery {
  constructor(
    readonly query: ListQuery,
    readonly isCounted = false,
  ) {}
}
export abstract class GetRow implements IQuery {
  constructor(
    readonly id: string,
    readonly at: string | undefined,
    /** The part of the row before this mark. */
    readonly before: string | undefined,
  ) {}
}

const named = <C extends object>(name: string, made: C): C => Object.defineProperty(made, 'name', { value: name });

const handlerFor = <Q extends IQuery>(query: Type<Q>, answer: (parts: Dependencies, query: Q) => Promise<unknown>): Type<IQueryHandler> => {
  const handler = named(
    `${query.name}Handler`,
    class implements IQueryHandler<IQuery> {
      constructor(private readonly parts: Dependencies) {}
      execute(query: IQuery): Promise<unknown> {
        return answer(this.parts, query as Q);
      }
    },
  );
  Uses(dependencies)(handler, undefined, 0);
  QueryHandler(query)(handler);
  return handler;
};

/** The row at a past moment, or its part that is older than the row contains, is folded from its stream, if it has one. */
const rowOf = async (parts: Dependencies, view: string, { id, at, before }: GetRow): Promise<ShownRow | undefined> => {
  const definition = viewDefinitions.get(view)!;
  const part = before === undefined ? definition : definition.before?.(before);
  if (!part) throw new BadCursor();
  const isFolded = definition.stream !== undefined && (at !== undefined || before !== undefined);
  if (isFolded) return parts.folds.row(part, id, at);
  return (await parts.store.get(view, id, at)) ?? emptyRow(parts.store, view, id, at);
};

const queriesOf = (view: string) => {
  const list: Type<ListRows> = named(`List.${view}`, class extends ListRows {});
  const get: Type<GetRow> = named(`Get.${view}`, class extends GetRow {});
  const handlers = [
    handlerFor<ListRows>(list, async (parts, { query, isCounted }): Promise<Listed> => {
      const listed = await parts.store.list(view, query);
      return isCounted ? { ...listed, count: await parts.store.count(view, query) } : listed;
    }),
    handlerFor<GetRow>(get, (parts, query) => rowOf(parts, view, query)),
  ];
  return { list, get, handlers };
};

const made = new Map(Object.keys(views).map((view) => [view, queriesOf(view)]));

/** Made in a loop from the contracts: a new view needs no handler of its own. */
export const queryHandlers: readonly Type<IQueryHandler>[] = [...made.values()].flatMap(({ handlers }) => handlers);

/** The query classes of a view; undefined for an unknown one. */
export const queriesFor = (view: string): { readonly list: Type<ListRows>; readonly get: Type<GetRow> } | undefined => made.get(view);
