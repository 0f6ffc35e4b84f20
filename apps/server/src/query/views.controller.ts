import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { searchTerms } from '@tocsin/contracts/search.js';
import { BadCursor } from '@tocsin/platform/views/cursor.js';
import type { SearchedWord, ShownRow } from '@tocsin/platform/views/view-store.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { HttpProblem } from '../problems/problem.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { instantIn, isCounted, listQueryOf, one, wrong, type Params } from './list-query.js';
import { queriesFor, type Listed } from './queries.js';
import { shownTo } from './shown.js';
import { viewDefinitions as definitions } from './view-definitions.js';

const dependencies = ['reads', 'vault', 'views'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** How long a read waits for a view to contain what its client has just done. */
const waitForView = 5_000;

@Controller('api/views')
export class ViewsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly queries: QueryBus,
  ) {}

  @Get(':view')
  async list(@Param('view') view: string, @Query() params: Params, @RequestWithCaller() who: Caller) {
    const { list } = known(view);
    await this.ready(view, params);
    const query = listQueryOf(view, params);
    const words = this.wordsIn(view, params);
    // the ordinal is taken before the read, so that changes during the read are sent again
    const { ordinal } = this.parts.views.projector.position;
    const { rows, next, count } = await this.ask<Listed>(new list({ ...query, words }, isCounted(params)));
    const shown = rows.map(({ id, row, ordinal }) => ({ id, ordinal, row: shownTo(this.parts, view, row, who) }));
    return { rows: shown, next, ordinal, ...(count === undefined ? {} : { count }), ...(query.at ? { at: query.at } : {}) };
  }

  @Get(':view/:id')
  async get(@Param('view') view: string, @Param('id') id: string, @Query() params: Params, @RequestWithCaller() who: Caller) {
    const { get } = known(view);
    await this.ready(view, params);
    const found = await this.ask<ShownRow | undefined>(new get(id, instantIn(view, params, true), markIn(view, params)));
    if (!found) throw new HttpProblem('request.not_found');
    return { id: found.id, ordinal: found.ordinal, row: shownTo(this.parts, view, found.row, who) };
  }

  private async ready(view: string, params: Params): Promise<void> {
    if (!this.parts.views.isReady(view)) throw new HttpProblem('store.starting', {}, undefined, 2);
    const { after } = params;
    if (typeof after !== 'string' || after === '') return;
    if (!(await this.parts.views.projector.reached(after, waitForView))) throw new HttpProblem('request.view_behind', {}, undefined, 1);
  }

  /** `?q=`: the text search. Current names of services are joined here. */
  private wordsIn(view: string, params: Params): readonly SearchedWord[] {
    const q = one(params.q);
    if (q === undefined || q.trim() === '') return [];
    if (!definitions.get(view)!.words) throw wrong('q', `There is no text search in ${view}.`);
    return searchTerms(q, [...this.parts.reads.services.all()]);
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

/** `?before=`: a mark from the `older` of a row. */
const markIn = (view: string, params: Params): string | undefined => {
  const before = one(params.before);
  if (before === undefined || before === '') return undefined;
  if (!definitions.get(view)!.before) throw new HttpProblem('request.not_supported_here');
  return before;
};
