import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res, type OnApplicationBootstrap } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { v7 } from 'uuid';
import { z } from 'zod';
import {
  backtestRequest,
  type BacktestAnswer,
  type BacktestChange,
  type BacktestDifferences,
  type BacktestRequest,
  type BacktestRow,
} from '@tocsin/contracts/backtests.js';
import { personOfChange } from '@tocsin/contracts/changed-person.js';
import { limits } from '@tocsin/contracts/limits.js';
import { whoMay } from '@tocsin/contracts/who-may.js';
import { withoutText } from '@tocsin/domain/backtests/change-types.js';
import { hasOrganisationPermission, refuseToken } from '@tocsin/domain/rules/permissions.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { ImportRunner } from '../imports/import-runner.js';
import { HttpProblem, parsed, refusedProblem } from '../problems/problem.js';
import { mayBeShown } from '../http/persons-shown.js';
import { ExportsUnderWay } from '../query/exports-under-way.js';
import { BacktestRunner } from './backtest-runner.js';
import { differenceLines, differencesHead, type PeopleNamed } from './differences-csv.js';
import { answerOf, type KeptBacktest } from './kept-backtest.js';
import { shownBacktest, shownDifferences } from './shown-backtest.js';

const dependencies = ['clock', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const wrong = (message: string): HttpProblem => new HttpProblem('request.invalid', {}, [{ path: 'from', code: 'custom', message }]);

/** Throws HttpProblem request.invalid for a period in which nothing can have happened. */
const requirePeriod = ({ from, to }: BacktestRequest, now: string): void => {
  if (to !== undefined && from >= to) throw wrong('Must be before “to”.');
  if (from >= now) throw wrong('Must be in the past.');
};

const ofDifferences = z.object({ page: z.coerce.number().int().min(1).default(1), format: z.enum(['json', 'csv']).default('json') });

const rowOf = ({ result: _, listed: __, ...row }: BacktestAnswer): BacktestRow => ({ ...row, hidden: false });
const pagesOf = ({ listed }: BacktestAnswer): number => Math.ceil(listed / limits.backtests.page);

/** If one person’s rules are changed, the difference shows figures of that person. */
const isOfPersonSeen = (change: BacktestChange | null, maySee: (personId: string) => boolean): boolean => {
  const personId = personOfChange(change);
  return personId === null || maySee(personId);
};
const mayBeRead = ({ request }: Pick<KeptBacktest, 'request'>, maySee: (personId: string) => boolean): boolean =>
  isOfPersonSeen(request.change, maySee);

const isBy = ({ by }: Pick<KeptBacktest, 'by'>, { actor }: Caller): boolean => by === actor.id;

/** The row of a backtest that may not be read: without its change; its author is shown only to themselves. */
const hiddenRow = ({ id, by, at, state, progress, attempt, request: { from } }: BacktestAnswer, isOwn: boolean): BacktestRow => ({
  id,
  by: isOwn ? by : null,
  at,
  state,
  progress,
  attempt,
  request: { change: null, from },
  interrupted: null,
  trouble: null,
  hidden: true,
});

/** Replays the recorded signals with one change. Writes nothing to the log and sends nothing. */
@Controller('api/backtests')
export class BacktestsController implements OnApplicationBootstrap {
  private readonly exports = new ExportsUnderWay();

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly keeper: BacktestRunner,
    private readonly imports: ImportRunner,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.keeper.resume((id) => this.imports.log(id));
  }

  @Get()
  async list(@RequestWithCaller() who: Caller): Promise<{ readonly rows: readonly BacktestRow[] }> {
    await this.keeper.store.ready();
    const maySee = mayBeShown(this.parts.reads, who);
    const rows = this.keeper.store.all().map((one) => ({ one, mayRead: mayBeRead(one, maySee) }));
    // a running one blocks others: they see that there is one, but not about whom
    const listed = rows.filter(({ one, mayRead }) => mayRead || one.state === 'running' || isBy(one, who));
    return { rows: listed.map(({ one, mayRead }) => (mayRead ? rowOf(answerOf(one)) : hiddenRow(answerOf(one), isBy(one, who)))) };
  }

  @Get(':id')
  async one(@Param('id') id: string, @RequestWithCaller() who: Caller): Promise<BacktestAnswer> {
    return shownBacktest(answerOf(await this.found(id, who)), mayBeShown(this.parts.reads, who));
  }

  /** All of them, read page by page. Everyone may read in a group’s timeline who was paged for it. */
  @Get(':id/differences')
  async differences(
    @Param('id') id: string,
    @Query() query: unknown,
    @RequestWithCaller() who: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { page, format } = parsed(ofDifferences, query);
    const found = await this.found(id, who);
    const maySee = mayBeShown(this.parts.reads, who);
    if (format === 'csv') {
      if (found.state !== 'done') throw new HttpProblem('request.not_found');
      const names = await this.namesOf(found);
      const stream = this.exports.begin(who.actor.id, () => this.lines(found, names, maySee));
      reply.type('text/csv; charset=utf-8; header=present');
      return void reply.header('content-disposition', `attachment; filename="tocsin-backtest-${id}.csv"`).send(stream);
    }
    if (page > Math.max(pagesOf(found), 1)) throw new HttpProblem('request.not_found');
    const rows = await this.keeper.store.page(id, page - 1);
    if (!rows && found.listed > 0) throw new HttpProblem('request.not_found');
    const answer: BacktestDifferences = { rows: shownDifferences(rows ?? [], maySee), page, pages: pagesOf(found), listed: found.listed };
    void reply.send(answer);
  }

  /** One at a time, because each occupies a core. */
  @Post()
  @HttpCode(202)
  async start(@Body() body: unknown, @RequestWithCaller() who: Caller): Promise<BacktestAnswer> {
    const order = parsed(backtestRequest, body);
    const now = this.parts.clock.now();
    requirePeriod(order, now);
    if (!isOfPersonSeen(order.change, mayBeShown(this.parts.reads, who))) {
      const ofToken = refuseToken(who, 'report.people');
      if (ofToken) throw refusedProblem(ofToken);
      throw new HttpProblem('permission.denied', { who: whoMay('report.people') });
    }
    // nothing after this moment was recorded: what would follow would be counted on one side only
    const to = order.to !== undefined && order.to < now ? { to: order.to } : {};
    const request = {
      change: order.change && withoutText(order.change),
      from: order.from,
      ...to,
      ...(order.log === undefined ? {} : { log: order.log }),
    };
    const imported = request.log === undefined ? undefined : this.imports.log(request.log);
    if (request.log !== undefined && !imported) throw new HttpProblem('request.not_found');
    await this.keeper.store.ready();
    return this.keeper.start(v7(), who.actor.id, request, imported);
  }

  @Delete(':id')
  @HttpCode(204)
  async cancel(@Param('id') id: string, @RequestWithCaller() who: Caller): Promise<void> {
    await this.keeper.store.ready();
    const own = this.keeper.store.get(id);
    const found = own && isBy(own, who) ? own : await this.found(id, who);
    const { state } = found;
    const isTheirs = isBy(found, who) || hasOrganisationPermission(who, 'organisation.configure');
    if (!isTheirs) throw new HttpProblem('permission.denied', { who: whoMay('organisation.configure', 'the person who started it') });
    if (state === 'running') this.keeper.cancel(id);
    else await this.keeper.store.remove(id);
  }

  private async *lines(found: KeptBacktest, names: PeopleNamed, maySee: (personId: string) => boolean): AsyncGenerator<string> {
    yield differencesHead;
    for (let page = 0; page < Math.max(pagesOf(found), 1); page += 1) {
      const rows = await this.keeper.store.page(found.id, page);
      // a file that ends too early must not look whole
      if (!rows && page < pagesOf(found)) throw new Error(`page ${page + 1} of the differences of ${found.id} is missing`);
      yield shownDifferences(rows ?? [], maySee)
        .map((difference) => differenceLines(difference, names))
        .join('');
    }
  }

  /** Current names, or those from the import’s table. */
  private async namesOf({ request: { log } }: BacktestAnswer): Promise<PeopleNamed> {
    return log === undefined ? this.parts.reads : this.imports.names(log);
  }

  private async found(id: string, who: Caller): Promise<KeptBacktest> {
    await this.keeper.store.ready();
    const found = this.keeper.store.get(id);
    if (!found || !mayBeRead(found, mayBeShown(this.parts.reads, who))) throw new HttpProblem('request.not_found');
    return found;
  }
}
