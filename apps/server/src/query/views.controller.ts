import { Controller, Get, Param, Query } from '@nestjs/common';
import type { ViewName } from '@tocsin/contracts/catalogue.js';
import { searchTerms } from '@tocsin/contracts/search.js';
import type { SearchedWord } from '@tocsin/platform/views/view-store.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem } from '../problems/problem.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { countByIn, instantIn, isCounted, listQueryOf, firstValue, invalidQuery, type Params } from './list-query.js';
import { showRowTo } from './row-visibility.js';
import { isViewName } from './stored-rows.js';
import { ViewReader } from './view-reader.js';
import { viewDefinitions as definitions } from './view-definitions.js';

const dependencies = ['reads', 'vault', 'views'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Milliseconds for which a read waits for the effects of its client’s command. */
const waitForView = 5_000;

@Controller('api/views')
export class ViewsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly viewReader: ViewReader,
  ) {}

  @Get(':view')
  async list(@Param('view') name: string, @Query() params: Params, @RequestWithCaller() caller: Caller) {
    const view = definitionOf(name);
    await this.waitUntilReady(view, params);
    const query = listQueryOf(view, params);
    const words = this.wordsIn(view, params);
    // the ordinal is taken before the read, so that changes during the read are sent again
    const { ordinal } = this.parts.views.projector.position;
    const { rows, next, count, counts } = await this.viewReader.list(view, { ...query, words }, isCounted(params), countByIn(view, params));
    const visibleRows = rows.map(({ id, row, ordinal }) => ({ id, ordinal, row: showRowTo(this.parts, view, row, caller) }));
    return {
      rows: visibleRows,
      next,
      ordinal,
      ...(count === undefined ? {} : { count }),
      ...(counts ? { counts } : {}),
      ...(query.at ? { at: query.at } : {}),
    };
  }

  @Get(':view/:id')
  async get(@Param('view') name: string, @Param('id') id: string, @Query() params: Params, @RequestWithCaller() caller: Caller) {
    const view = definitionOf(name);
    await this.waitUntilReady(view, params);
    const foundRow = await this.viewReader.get(view, id, instantIn(view, params, true), markIn(view, params));
    if (!foundRow) throw new HttpProblem('request.not_found');
    return { id: foundRow.id, ordinal: foundRow.ordinal, row: showRowTo(this.parts, view, foundRow.row, caller) };
  }

  private async waitUntilReady(view: string, params: Params): Promise<void> {
    if (!this.parts.views.isReady(view)) throw new HttpProblem('store.starting', {}, undefined, 2);
    const { after } = params;
    if (typeof after !== 'string' || after === '') return;
    if (!(await this.parts.views.projector.waitForToken(after, waitForView)))
      throw new HttpProblem('request.view_behind', {}, undefined, 1);
  }

  /** `?q=`: the text search. Current names of services are joined here. */
  private wordsIn(view: string, params: Params): readonly SearchedWord[] {
    const q = firstValue(params.q);
    if (q === undefined || q.trim() === '') return [];
    const { services, teams } = this.parts.reads;
    if (!definitions.get(view)!.words) throw invalidQuery('q', `There is no text search in ${view}.`);
    return searchTerms(q, { services: [...services.all()], teams: [...teams.all()] });
  }
}

const definitionOf = (view: string): ViewName => {
  if (!isViewName(view)) throw new HttpProblem('request.unknown_view', { view });
  return view;
};

/** `?before=`: a mark from the `older` of a row. */
const markIn = (view: string, params: Params): string | undefined => {
  const before = firstValue(params.before);
  if (before === undefined || before === '') return undefined;
  if (!definitions.get(view)!.before) throw new HttpProblem('request.not_supported_here');
  return before;
};
