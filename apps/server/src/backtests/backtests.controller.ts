import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { v7 } from 'uuid';
import { backtestRequest, type BacktestAnswer, type BacktestRequest, type BacktestRow } from '@tocsin/contracts/backtests.js';
import { withoutText } from '@tocsin/domain/backtests/changed.js';
import { mayEverywhere } from '@tocsin/domain/rules/permissions.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { ImportRunner } from '../imports/import-runner.js';
import { HttpProblem, parsed } from '../problems/problem.js';
import { mayBeShown } from '../http/persons-shown.js';
import { BacktestRunner } from './backtest-runner.js';
import { shownBacktest } from './shown-backtest.js';

const dependencies = ['clock', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const wrong = (message: string): HttpProblem => new HttpProblem('request.invalid', {}, [{ path: 'from', code: 'custom', message }]);

/** Throws HttpProblem request.invalid for a period in which nothing can have happened. */
const requirePeriod = ({ from, to }: BacktestRequest, now: string): void => {
  if (to !== undefined && from >= to) throw wrong('Must be before “to”.');
  if (from >= now) throw wrong('Must be in the past.');
};

/** Replays the recorded signals with one change. Writes nothing to the log and sends nothing. */
@Controller('api/backtests')
export class BacktestsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly keeper: BacktestRunner,
    private readonly imports: ImportRunner,
  ) {}

  @Get()
  list(): { readonly rows: readonly BacktestRow[] } {
    return { rows: this.keeper.store.all().map(({ result: _, ...row }) => row) };
  }

  @Get(':id')
  one(@Param('id') id: string, @RequestWithCaller() who: Caller): BacktestAnswer {
    return shownBacktest(this.answerOf(id), mayBeShown(this.parts.reads, who));
  }

  /** One at a time, because each keeps a core busy. */
  @Post()
  @HttpCode(202)
  async start(@Body() body: unknown, @RequestWithCaller() who: Caller): Promise<BacktestAnswer> {
    const order = parsed(backtestRequest, body);
    const now = this.parts.clock.now();
    requirePeriod(order, now);
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
    return this.keeper.start(v7(), who.actor.id, request, imported);
  }

  @Delete(':id')
  @HttpCode(204)
  cancel(@Param('id') id: string, @RequestWithCaller() who: Caller): void {
    const { state, by } = this.answerOf(id);
    const canRead = by === who.actor.id || mayEverywhere(who, 'organisation.configure');
    if (!canRead) throw new HttpProblem('permission.denied', { who: 'the person who started it, an owner or an admin' });
    if (state === 'running') this.keeper.cancel(id);
    else this.keeper.store.remove(id);
  }

  private answerOf(id: string): BacktestAnswer {
    const answer = this.keeper.store.get(id);
    if (!answer) throw new HttpProblem('request.not_found');
    return answer;
  }
}
