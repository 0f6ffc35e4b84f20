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
} from '@tocsin/contracts/backtests/backtests.js';
import { personOfChange } from '@tocsin/contracts/people/changed-person.js';
import * as backtestLimits from '@tocsin/contracts/backtests/limits.js';
import { whoMay } from '@tocsin/contracts/who-may.js';
import { withoutText } from '@tocsin/domain/observers/backtests/change-types.js';
import { hasOrganisationPermission, refuseToken } from '@tocsin/domain/rules/permissions.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { ImportRunner } from '../imports/import-runner.js';
import { HttpProblem, parseOrThrow, toRefusedProblem } from '../problems/problem.js';
import { canBeShown } from '../http/visible-persons.js';
import { RunningExports } from '../query/running-exports.js';
import { BacktestRunner } from './backtest-runner.js';
import { toLines, differencesHead, type PersonNames } from './differences-csv.js';
import { answerOf, type StoredBacktest } from './stored-backtest.js';
import { visibleBacktest, visibleDifferences } from './visible-backtest.js';

const dependencies = ['clock', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const invalidRequest = (message: string, path = 'from'): HttpProblem =>
  new HttpProblem('request.invalid', {}, [{ path, code: 'custom', message }]);

/** Throws HttpProblem request.invalid for a period in which nothing can have happened. */
const requirePeriod = ({ from, to }: BacktestRequest, now: string): void => {
  if (to !== undefined && from >= to) throw invalidRequest('Must be before “to”.');
  if (from >= now) throw invalidRequest('Must be in the past.');
};

/** Throws HttpProblem request.invalid unless both periods of a bisect are past, and apart. */
const requireBothPeriods = ({ change, from, to, against, night, log }: BacktestRequest, now: string): void => {
  const isPlain = change === null && log === undefined && !(night && against);
  if ((night ?? against) !== undefined && !isPlain)
    throw invalidRequest('Only without a change, and on the live log.', night ? 'night' : 'against');
  if (against === undefined) return;
  if (to === undefined || to > now) throw invalidRequest('Both periods must be past.', 'to');
  const length = millisBetween(from, to);
  if (addMillis(against, length) > now) throw invalidRequest('Both periods must be past.', 'against');
  if (Math.abs(millisBetween(from, against)) < length) throw invalidRequest('The periods must not overlap.', 'against');
};

const ofDifferences = z.object({ page: z.coerce.number().int().min(1).default(1), format: z.enum(['json', 'csv']).default('json') });

const rowOf = ({ result: _, listed: __, bisect: ___, night: ____, ...row }: BacktestAnswer): BacktestRow => ({ ...row, hidden: false });
const pagesOf = ({ listed }: BacktestAnswer): number => Math.ceil(listed / backtestLimits.backtests.page);

/** If one person’s rules are changed, the difference shows figures of that person. */
const isOfPersonSeen = (change: BacktestChange | null, canSeePerson: (personId: string) => boolean): boolean => {
  const personId = personOfChange(change);
  return personId === null || canSeePerson(personId);
};
const canBeRead = ({ request }: Pick<StoredBacktest, 'request'>, canSeePerson: (personId: string) => boolean): boolean =>
  isOfPersonSeen(request.change, canSeePerson);

const isBy = ({ by }: Pick<StoredBacktest, 'by'>, { actor }: Caller): boolean => by === actor.id;

/** The row of a backtest that may not be read: without its change; its author is shown only to themselves. */
const toHiddenRow = ({ id, by, at, state, progress, attempt, request: { from } }: BacktestAnswer, isOwn: boolean): BacktestRow => ({
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
  private readonly exports = new RunningExports();

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly keeper: BacktestRunner,
    private readonly imports: ImportRunner,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.keeper.resume((id) => this.imports.log(id));
  }

  @Get()
  async list(@RequestWithCaller() caller: Caller): Promise<{ readonly rows: readonly BacktestRow[] }> {
    await this.keeper.store.whenReady();
    const canSeePerson = canBeShown(this.parts.reads, caller);
    const rows = this.keeper.store.all().map((one) => ({ one, mayRead: canBeRead(one, canSeePerson) }));
    // a running one blocks others: they see that there is one, but not about whom
    const visibleRows = rows.filter(({ one, mayRead: canRead }) => canRead || one.state === 'running' || isBy(one, caller));
    return {
      rows: visibleRows.map(({ one, mayRead: canRead }) =>
        canRead ? rowOf(answerOf(one)) : toHiddenRow(answerOf(one), isBy(one, caller)),
      ),
    };
  }

  @Get(':id')
  async one(@Param('id') id: string, @RequestWithCaller() caller: Caller): Promise<BacktestAnswer> {
    return visibleBacktest(answerOf(await this.findBacktest(id, caller)), canBeShown(this.parts.reads, caller));
  }

  /** All of them, read page by page. Everyone may read in a group’s timeline who was paged for it. */
  @Get(':id/differences')
  async differences(
    @Param('id') id: string,
    @Query() query: unknown,
    @RequestWithCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { page, format } = parseOrThrow(ofDifferences, query);
    const backtestRow = await this.findBacktest(id, caller);
    const canSeePerson = canBeShown(this.parts.reads, caller);
    if (format === 'csv') {
      if (backtestRow.state !== 'done') throw new HttpProblem('request.not_found');
      const names = await this.namesOf(backtestRow);
      const stream = this.exports.begin(caller.actor.id, () => this.streamLines(backtestRow, names, canSeePerson));
      reply.type('text/csv; charset=utf-8; header=present');
      return void reply.header('content-disposition', `attachment; filename="tocsin-backtest-${id}.csv"`).send(stream);
    }
    if (page > Math.max(pagesOf(backtestRow), 1)) throw new HttpProblem('request.not_found');
    const rows = await this.keeper.store.page(id, page - 1);
    if (!rows && backtestRow.listed > 0) throw new HttpProblem('request.not_found');
    const answer: BacktestDifferences = {
      rows: visibleDifferences(rows ?? [], canSeePerson),
      page,
      pages: pagesOf(backtestRow),
      listed: backtestRow.listed,
    };
    void reply.send(answer);
  }

  /** One at a time, because each occupies a core. */
  @Post()
  @HttpCode(202)
  async start(@Body() body: unknown, @RequestWithCaller() caller: Caller): Promise<BacktestAnswer> {
    const order = parseOrThrow(backtestRequest, body);
    const now = this.parts.clock.now();
    requirePeriod(order, now);
    requireBothPeriods(order, now);
    if (!isOfPersonSeen(order.change, canBeShown(this.parts.reads, caller))) {
      const ofToken = refuseToken(caller, 'report.people');
      if (ofToken) throw toRefusedProblem(ofToken);
      throw new HttpProblem('permission.denied', { who: whoMay('report.people') });
    }
    // nothing after this moment was recorded: what would follow would be counted on one side only
    const to = order.to !== undefined && (order.to < now || order.against !== undefined) ? { to: order.to } : {};
    const request = {
      change: order.change && withoutText(order.change),
      from: order.from,
      ...to,
      ...(order.log === undefined ? {} : { log: order.log }),
      ...(order.against === undefined ? {} : { against: order.against }),
      ...(order.night ? { night: order.night } : {}),
    };
    const imported = request.log === undefined ? undefined : this.imports.log(request.log);
    if (request.log !== undefined && !imported) throw new HttpProblem('request.not_found');
    await this.keeper.store.whenReady();
    return this.keeper.start(v7(), caller.actor.id, request, imported);
  }

  @Delete(':id')
  @HttpCode(204)
  async cancel(@Param('id') id: string, @RequestWithCaller() caller: Caller): Promise<void> {
    await this.keeper.store.whenReady();
    const own = this.keeper.store.get(id);
    const foundBacktest = own && isBy(own, caller) ? own : await this.findBacktest(id, caller);
    const { state } = foundBacktest;
    const isTheirs = isBy(foundBacktest, caller) || hasOrganisationPermission(caller, 'organisation.configure');
    if (!isTheirs) throw new HttpProblem('permission.denied', { who: whoMay('organisation.configure', 'the person who started it') });
    if (state === 'running') this.keeper.cancel(id);
    else await this.keeper.store.remove(id);
  }

  private async *streamLines(
    sourceBacktest: StoredBacktest,
    names: PersonNames,
    canSeePerson: (personId: string) => boolean,
  ): AsyncGenerator<string> {
    yield differencesHead;
    for (let page = 0; page < Math.max(pagesOf(sourceBacktest), 1); page += 1) {
      const rows = await this.keeper.store.page(sourceBacktest.id, page);
      // a file that ends too early must not look whole
      if (!rows && page < pagesOf(sourceBacktest))
        throw new Error(`page ${page + 1} of the differences of ${sourceBacktest.id} is missing`);
      yield visibleDifferences(rows ?? [], canSeePerson)
        .map((difference) => toLines(difference, names))
        .join('');
    }
  }

  /** Current names, or those from the import’s table. */
  private async namesOf({ request: { log } }: BacktestAnswer): Promise<PersonNames> {
    return log === undefined ? this.parts.reads : this.imports.readNames(log);
  }

  private async findBacktest(id: string, caller: Caller): Promise<StoredBacktest> {
    await this.keeper.store.whenReady();
    const storedBacktest = this.keeper.store.get(id);
    if (!storedBacktest || !canBeRead(storedBacktest, canBeShown(this.parts.reads, caller))) throw new HttpProblem('request.not_found');
    return storedBacktest;
  }
}
