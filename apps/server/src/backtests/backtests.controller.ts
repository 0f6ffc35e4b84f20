import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { v7 } from 'uuid';
import { backtestRequest, type BacktestAnswer, type BacktestRequest, type BacktestRow } from '@tocsin/contracts/backtests.js';
import { withoutText } from '@tocsin/domain/backtests/changed.js';
import { mayEverywhere } from '@tocsin/domain/rules/permissions.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { Asking, type Who } from '../http/who.js';
import { ImportsKeeper } from '../imports/imports-keeper.js';
import { HttpProblem, parsed } from '../problems/problem.js';
import { mayBeShown } from '../http/persons-shown.js';
import { BacktestsKeeper } from './backtests-keeper.js';
import { shownBacktest } from './shown-backtest.js';

const needs = ['clock', 'reads'] as const;
type Needs = Pick<ServerParts, (typeof needs)[number]>;

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
    @Uses(needs) private readonly parts: Needs,
    private readonly keeper: BacktestsKeeper,
    private readonly imports: ImportsKeeper,
  ) {}

  @Get()
  list(): { readonly rows: readonly BacktestRow[] } {
    return { rows: this.keeper.kept.all().map(({ result: _, ...row }) => row) };
  }

  @Get(':id')
  one(@Param('id') id: string, @Asking() who: Who): BacktestAnswer {
    return shownBacktest(this.found(id), mayBeShown(this.parts.reads, who));
  }

  /** One at a time, because each keeps a core busy. */
  @Post()
  @HttpCode(202)
  async start(@Body() body: unknown, @Asking() who: Who): Promise<BacktestAnswer> {
    const asked = parsed(backtestRequest, body);
    const now = this.parts.clock.now();
    requirePeriod(asked, now);
    // nothing after this moment was recorded: what would follow would be counted on one side only
    const to = asked.to !== undefined && asked.to < now ? { to: asked.to } : {};
    const request = {
      change: asked.change && withoutText(asked.change),
      from: asked.from,
      ...to,
      ...(asked.log === undefined ? {} : { log: asked.log }),
    };
    const imported = request.log === undefined ? undefined : this.imports.log(request.log);
    if (request.log !== undefined && !imported) throw new HttpProblem('request.not_found');
    return this.keeper.start(v7(), who.actor.id, request, imported);
  }

  @Delete(':id')
  @HttpCode(204)
  cancel(@Param('id') id: string, @Asking() who: Who): void {
    const { state, by } = this.found(id);
    const isTheirs = by === who.actor.id || mayEverywhere(who, 'organisation.configure');
    if (!isTheirs) throw new HttpProblem('permission.denied', { who: 'the person who started it, an owner or an admin' });
    if (state === 'running') this.keeper.cancel(id);
    else this.keeper.kept.remove(id);
  }

  private found(id: string): BacktestAnswer {
    const found = this.keeper.kept.get(id);
    if (!found) throw new HttpProblem('request.not_found');
    return found;
  }
}
