import { setImmediate as nextTurn } from 'node:timers/promises';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { ViewName } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import { keyOfMoment, type Moment } from '@tocsin/platform/views/moments.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { faultDetails } from '../problems/problem-details.js';
import { HttpProblem, problemOf } from '../problems/problem.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { noteProblem } from '../http/problem.filter.js';
import { requireToken } from '../problems/await-visibility.js';
import { AlertSearch, type GroupSearch } from './alert-search.js';
import { personOf } from './computations/sent-answer.js';
import { countByIn, isCounted, listQueryOf, firstValue, momentIn, parseParams, invalidQuery, type Params } from './list-query.js';
import { showRowTo } from './row-visibility.js';
import { isViewName } from './stored-rows.js';
import { ViewReader } from './view-reader.js';
import { viewDefinitions as definitions } from './view-definitions.js';

const dependencies = ['moments', 'troubles', 'vault', 'views'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Milliseconds for which a read waits for the effects of its client’s command. */
const waitForView = 5_000;

@Controller('api/views')
export class ViewsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly viewReader: ViewReader,
    private readonly alertSearch: AlertSearch,
  ) {}

  /** Several reads, each in a turn of its own, so that a screen holds up nothing for longer than its longest read. */
  @Get()
  async several(
    @Query() { read }: Params,
    @Req() { id }: FastifyRequest,
    @RequestWithCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const wanted = [read ?? []].flat();
    if (wanted.length === 0 || wanted.length > limits.readsTogether) throw invalidQuery('read', `1 to ${limits.readsTogether} reads.`);
    const answers: Promise<string>[] = [];
    for (const one of wanted) {
      answers.push(this.answerOf(one, caller, id));
      await nextTurn();
    }
    reply.type('application/json; charset=utf-8').send(joinAnswers(await Promise.all(answers)));
  }

  /** The answer of one read as JSON. Never rejects. */
  private async answerOf(read: string, caller: Caller, correlationId: string): Promise<string> {
    try {
      const { view, id, params } = parseRead(read);
      return JSON.stringify({ answer: await (id === undefined ? this.list(view, params, caller) : this.get(view, id, params, caller)) });
    } catch (error) {
      const problem = noteProblem(this.parts.troubles, error, 'GET /api/views');
      return JSON.stringify({ problem: problem ? problemOf(problem, correlationId) : { ...faultDetails, correlationId } });
    }
  }

  @Get(':view')
  async list(@Param('view') name: string, @Query() params: Params, @RequestWithCaller() caller: Caller) {
    const view = definitionOf(name);
    await this.waitUntilReady(view, params);
    const query = listQueryOf(view, params);
    const asOf = await this.pin(momentIn(view, params));
    const search = await this.searchIn(view, params, caller);
    // the ordinal is taken before the read, so that changes during the read are sent again
    const { ordinal } = asOf ?? this.parts.views.projector.position;
    const { rows, next, count, counts } = await this.viewReader.list(
      view,
      { ...query, ...(asOf ? { at: keyOfMoment(asOf) } : {}), ...(search ? { words: search.words } : {}) },
      isCounted(params),
      countByIn(view, params),
    );
    const visibleRows = rows.map(({ id, row, ordinal }) => ({ id, ordinal, row: showRowTo(this.parts, view, row, caller) }));
    return {
      rows: visibleRows,
      next,
      ordinal,
      ...(count === undefined ? {} : { count }),
      ...(counts ? { counts } : {}),
      ...(asOf ? { asOf } : {}),
      ...(search ? { inAlerts: search.linesOf(rows.map(({ row }) => row as unknown as AlertGroupRow)) } : {}),
    };
  }

  @Get(':view/:id')
  async get(@Param('view') name: string, @Param('id') id: string, @Query() params: Params, @RequestWithCaller() caller: Caller) {
    const view = definitionOf(name);
    await this.waitUntilReady(view, params);
    const asOf = await this.pin(momentIn(view, params, true));
    const foundRow = await this.viewReader.get(view, id, asOf, markIn(view, params));
    if (!foundRow) throw new HttpProblem('request.not_found');
    const row = showRowTo(this.parts, view, foundRow.row, caller);
    return { id: foundRow.id, ordinal: foundRow.ordinal, row, ...(asOf ? { asOf } : {}) };
  }

  private pin(asked: string | number | undefined): Promise<Moment> | undefined {
    return asked === undefined ? undefined : this.parts.moments.pin(asked);
  }

  private async waitUntilReady(view: string, params: Params): Promise<void> {
    if (!this.parts.views.isReady(view)) throw new HttpProblem('store.starting', {}, undefined, 2);
    const { after } = params;
    if (typeof after !== 'string' || after === '') return;
    requireToken(after);
    if (!(await this.parts.views.projector.waitForToken(after, waitForView)))
      throw new HttpProblem('request.view_behind', {}, undefined, 1);
  }

  /** `?q=`: the text search. */
  private async searchIn(view: string, params: Params, caller: Caller): Promise<GroupSearch | undefined> {
    const q = firstValue(params.q);
    if (q === undefined || q.trim() === '') return undefined;
    if (view !== 'alertGroups') throw invalidQuery('q', `There is no text search in ${view}.`);
    return this.alertSearch.parse(q, personOf(caller));
  }
}

/** `people/<id>?at=…` as the view, the id and the parameters. Throws HttpProblem. */
const parseRead = (read: string): { readonly view: string; readonly id?: string; readonly params: Params } => {
  const [, view, id, query = ''] = /^(\w+)(?:\/([^/?]+))?(?:\?(.*))?$/s.exec(read) ?? [];
  if (view === undefined) throw invalidQuery('read', 'A view or one of its rows, such as teams?limit=200 or alertGroups/<id>.');
  return { view, ...(id === undefined ? {} : { id: decodeId(id) }), params: parseParams(query) };
};

const decodeId = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidQuery('read', 'The id is not valid URL encoding.');
  }
};

/** The answers as one JSON array; null from where they would be too large. */
const joinAnswers = (answers: readonly string[]): string => {
  let characters = 0;
  return `[${answers.map((answer) => ((characters += answer.length) > limits.readsCharacters ? 'null' : answer)).join(',')}]`;
};

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
