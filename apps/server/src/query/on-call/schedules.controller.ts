import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Computations } from '../computations/computations.js';
import { personOf, sendComputed } from '../computations/sent-answer.js';
import type { JobTask } from '../computations/thread-messages.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { RequestWithCaller, type Caller } from '../../http/caller.js';
import { HttpProblem } from '../../problems/problem.js';
import { rangeIn } from './ranges.js';

const dependencies = ['clock', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** What one schedule comes to. Computed on a thread of its own. */
@Controller('api/schedules')
export class SchedulesController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly computations: Computations,
  ) {}

  @Get(':id/shifts')
  async shifts(
    @Param('id') scheduleId: string,
    @Query() query: unknown,
    @RequestWithCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!this.parts.reads.schedules.get(scheduleId)) throw new HttpProblem('schedule.not_found');
    await this.answer(caller, reply, { job: 'shifts', input: { scheduleId, range: rangeIn(query, this.parts.clock.now()) } });
  }

  /** The result of a change before it is saved. Writes nothing. */
  @Post(':id/draft')
  async draft(
    @Param('id') scheduleId: string,
    @Body() body: unknown,
    @RequestWithCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const range = rangeIn(body, this.parts.clock.now());
    await this.answer(caller, reply, { job: 'draft', input: { scheduleId, body, range, actor: caller.actor } });
  }

  /** How fairly the next year is shared, and its gaps. */
  @Get(':id/quality')
  async quality(@Param('id') id: string, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    await this.answer(caller, reply, { job: 'quality', input: this.current(id) });
  }

  @Get(':id/zone-table')
  async zoneTable(@Param('id') id: string, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    await this.answer(caller, reply, { job: 'zoneTable', input: this.current(id) });
  }

  private current(scheduleId: string): { readonly scheduleId: string } {
    const row = this.parts.reads.schedules.get(scheduleId);
    if (!row || row.removed) throw new HttpProblem('schedule.not_found');
    return { scheduleId };
  }

  private async answer(caller: Caller, reply: FastifyReply, task: JobTask): Promise<void> {
    sendComputed(reply, await this.computations.compute(personOf(caller), task));
  }
}
