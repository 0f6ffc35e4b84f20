import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { toMillis } from '@tocsin/kernel/time.js';
import { limits } from '@tocsin/contracts/limits.js';
import { soughtWords } from '@tocsin/contracts/search.js';
import { BadCursor } from '@tocsin/platform/views/cursor.js';
import type { ListQuery, SearchedWord, ShownRow } from '@tocsin/platform/views/view-store.js';
import { Core } from '../core/core.js';
import { HttpProblem } from '../http/problem.js';
import { Asking, type Who } from '../http/who.js';
import { queriesFor, type Listed } from './queries.js';
import { isSecretField } from './shown-events.js';
import { shownTo } from './shown.js';
import { viewDefinitions as definitions } from './view-definitions.js';

type Params = Readonly<Record<string, string | readonly string[] | undefined>>;

/** How long a read waits for a view to see what its client has just done. */
const waitForView = 5_000;

@Controller('api/views')
export class ViewsController {
  constructor(
    private readonly core: Core,
    private readonly queries: QueryBus,
  ) {}

  @Get(':view')
  async list(@Param('view') view: string, @Query() params: Params, @Asking() who: Who) {
    const { list } = known(view);
    await this.ready(view, params);
    const query = queryOf(view, params);
    const words = this.wordsIn(view, params);
    const { rows, next, count } = await this.ask<Listed>(new list({ ...query, words }, isCounted(params)));
    const shown = rows.map(({ id, row, ordinal }) => ({ id, ordinal, row: shownTo(this.core, view, row, who) }));
    const { ordinal } = this.core.projector.position;
    return { rows: shown, next, ordinal, ...(count === undefined ? {} : { count }), ...(query.at ? { at: query.at } : {}) };
  }

  @Get(':view/:id')
  async get(@Param('view') view: string, @Param('id') id: string, @Query() params: Params, @Asking() who: Who) {
    const { get } = known(view);
    await this.ready(view, params);
    const found = await this.ask<ShownRow | undefined>(new get(id, instantIn(view, params, true), markIn(view, params)));
    if (!found) throw new HttpProblem('request.not_found');
    return { id: found.id, ordinal: found.ordinal, row: shownTo(this.core, view, found.row, who) };
  }

  private async ready(view: string, params: Params): Promise<void> {
    if (!this.core.isReady(view)) throw new HttpProblem('store.starting', {}, undefined, 2);
    const { after } = params;
    if (typeof after !== 'string' || after === '') return;
    if (!(await this.core.projector.reached(after, waitForView))) throw new HttpProblem('request.view_behind', {}, undefined, 1);
  }

  /** `?q=`: what is looked for. Names of services are joined here, as they are now. */
  private wordsIn(view: string, params: Params): readonly SearchedWord[] {
    const q = one(params.q);
    if (q === undefined || q.trim() === '') return [];
    if (!definitions.get(view)!.words) throw wrong('q', `There is no text search in ${view}.`);
    return soughtWords(q, [...this.core.reads.services.all()]);
  }

  private async ask<R>(query: object): Promise<R> {
    try {
      return await this.queries.execute(query as never);
    } catch (error) {
      if (error instanceof BadCursor) throw new HttpProblem('request.bad_cursor');
      throw error;
    }
  }
}

const known = (view: string) => {
  const found = queriesFor(view);
  if (!found) throw new HttpProblem('request.unknown_view', { view });
  return found;
};

const wrong = (path: string, message: string): HttpProblem => new HttpProblem('request.invalid', {}, [{ path, code: 'invalid', message }]);

/** `?at=`: an instant. A view that keeps no past can’t answer it, unless for one row that is folded from a stream. */
const instantIn = (view: string, { at }: Params, isOneRow = false): string | undefined => {
  if (at === undefined || at === '') return undefined;
  if (typeof at !== 'string' || Number.isNaN(toMillis(at))) throw wrong('at', 'An instant such as 2026-11-21T03:12:00.000Z.');
  const { past, stream } = definitions.get(view)!;
  if (!past && !(isOneRow && stream)) throw new HttpProblem('request.not_supported_here');
  return new Date(at).toISOString();
};

/** `?before=`: a mark that the `older` of a row has named. */
const markIn = (view: string, params: Params): string | undefined => {
  const before = one(params.before);
  if (before === undefined || before === '') return undefined;
  if (!definitions.get(view)!.before) throw new HttpProblem('request.not_supported_here');
  return before;
};

/** A cursor says the value that it stands at, so what is shown to nobody is no column for anybody. */
const columnsOf = (view: string): ReadonlySet<string> =>
  new Set(['id', ...Object.keys(definitions.get(view)!.columns ?? {}).filter((name) => !isSecretField(name))]);

const one = (value: Params[string]): string | undefined => (typeof value === 'string' ? value : value?.[0]);

/** An address holds text alone: digits may mean the number, and nothing means null. */
const meant = (text: string): readonly (string | number | null)[] =>
  text === '' ? [null] : /^(?:0|[1-9]\d{0,14})$/.test(text) ? [text, Number(text)] : [text];

/** `?count=1`: how many rows there are now; no past is counted. */
const isCounted = (params: Params): boolean => {
  if (!['1', 'true'].includes(one(params.count) ?? '')) return false;
  if (params.at) throw wrong('count', 'Only what stands now is counted.');
  return true;
};

const whereIn = (view: string, params: Params): NonNullable<ListQuery['where']> => {
  const columns = columnsOf(view);
  const where: Record<string, readonly (string | number | null)[]> = {};
  for (const [name, value] of Object.entries(params)) {
    if (!name.startsWith('where.') || value === undefined) continue;
    const column = name.slice('where.'.length);
    if (!columns.has(column)) throw wrong(name, `There is no column ${column}; there are ${[...columns].join(', ')}.`);
    where[column] = (typeof value === 'string' ? [value] : value).flatMap(meant);
  }
  return where;
};

const queryOf = (view: string, params: Params): ListQuery => {
  const limit = Number(one(params.limit) ?? limits.pageSize);
  if (!Number.isInteger(limit) || limit < 1 || limit > limits.pageSizeMax) throw wrong('limit', `1 to ${limits.pageSizeMax}.`);
  const sort = one(params.sort);
  if (sort !== undefined && !columnsOf(view).has(sort)) throw wrong('sort', `One of ${[...columnsOf(view)].join(', ')}.`);
  const at = instantIn(view, params);
  const cursor = one(params.cursor);
  return {
    where: whereIn(view, params),
    limit,
    descending: ['1', 'true'].includes(one(params.desc) ?? ''),
    ...(sort === undefined ? {} : { sort }),
    ...(at === undefined ? {} : { at }),
    ...(cursor === undefined || cursor === '' ? {} : { cursor }),
  };
};
