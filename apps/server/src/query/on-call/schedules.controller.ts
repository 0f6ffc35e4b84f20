import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { draftRequest, type DraftAnswer, type ShiftsAnswer } from '@tocsin/contracts/schedule-answers.js';
import { draftSchedule } from '@tocsin/domain/schedules/answers/draft-schedule.js';
import { isRefused } from '@tocsin/kernel/decide/refusal.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { RequestWithCaller, type Caller } from '../../http/caller.js';
import { HttpProblem, parseOrThrow, toRefusedProblem } from '../../problems/problem.js';
import { ViewReader } from '../view-reader.js';
import type { OnCallReader } from './on-call-reader.js';
import { rangeIn } from './ranges.js';
import { readerOf } from './reader-of.js';

const dependencies = ['clock', 'memory', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

@Controller('api/schedules')
export class SchedulesController {
  private readonly reader: OnCallReader;

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    viewReader: ViewReader,
  ) {
    this.reader = readerOf(parts, viewReader);
  }

  @Get(':id/shifts')
  async shifts(@Param('id') id: string, @Query() query: unknown): Promise<ShiftsAnswer> {
    const row = this.reader.schedule(id);
    if (!row) throw new HttpProblem('schedule.not_found');
    return this.reader.shifts(row, rangeIn(query));
  }

  /** The result of a change before it is saved. Writes nothing. */
  @Post(':id/draft')
  @HttpCode(200)
  async draft(@Param('id') id: string, @Body() body: unknown, @RequestWithCaller() caller: Caller): Promise<DraftAnswer> {
    const draft = parseOrThrow(draftRequest, body);
    const range = rangeIn(draft);
    const change = draftSchedule(id, this.reader.schedule(id), draft, {
      actor: caller.actor,
      reads: this.parts.reads,
      now: this.parts.clock.now(),
    });
    if (isRefused(change)) throw toRefusedProblem(change);
    return this.reader.draft(change, range);
  }
}
