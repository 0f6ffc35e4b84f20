import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { listLowFiringOf } from '@tocsin/domain/operation/alert-groups/shared/paging-indexes.js';
import { Computations } from '../computations/computations.js';
import { personOf, sendComputed } from '../computations/sent-answer.js';
import { connectedKinds } from '../../core/connection-health.js';
import { hasMailServer, seesBounces } from '../../core/mail-server.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { RequestWithCaller, type Caller } from '../../http/caller.js';
import { HttpProblem } from '../../problems/problem.js';
import { firstValue, invalidQuery, type Params } from '../list-query.js';
import { isRange, momentIn, rangeIn } from './ranges.js';

const dependencies = ['clock', 'config', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

@Controller('api/on-call')
export class OnCallController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly computations: Computations,
  ) {}

  /** Who is on call at a moment, or within a range of one schedule. */
  @Get()
  async onCall(@Query() params: Params, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const now = this.parts.clock.now();
    const scheduleId = firstValue(params.schedule) ?? null;
    if (scheduleId !== null && !this.parts.reads.schedules.get(scheduleId)) throw new HttpProblem('schedule.not_found');
    if (isRange(params) && scheduleId === null) throw invalidQuery('schedule', 'The id of one schedule: a range needs exactly one.');
    const input = { at: momentIn(params, now), scheduleId, range: isRange(params) ? rangeIn(params, now) : null };
    sendComputed(reply, await this.computations.compute(personOf(caller), { job: 'onCall', input }));
  }

  /** A person’s future shifts: those that begin within a range, or run in it, each up to its end. */
  @Get('shifts')
  async shifts(@Query() params: Params, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const input = { personId: this.personIn(params), range: rangeIn(params, this.parts.clock.now()) };
    sendComputed(reply, await this.computations.compute(personOf(caller), { job: 'personShifts', input }));
  }

  /** The shifts and gaps of all schedules within a range. */
  @Get('timeline')
  async timeline(@Query() params: Params, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const range = rangeIn(params, this.parts.clock.now(), scheduleLimits.timelineRange);
    sendComputed(reply, await this.computations.compute(personOf(caller), { job: 'timeline', input: { range } }));
  }

  /** The shifts that would be uncovered if a person is away within a range. */
  @Get('uncovered')
  async uncovered(@Query() params: Params, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const personId = this.personIn(params);
    const range = rangeIn(params, this.parts.clock.now(), peopleLimits.awayLength);
    const pagingGroupIds = listLowFiringOf(this.parts.reads.groups, personId, peopleLimits.uncoveredListed + 1);
    const input = { personId, range, pagingGroupIds };
    sendComputed(reply, await this.computations.compute(personOf(caller), { job: 'uncovered', input }));
  }

  /** Gaps of the next weeks, and people who could not be paged then. */
  @Get('ahead')
  async ahead(@RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const input = { mail: hasMailServer(this.parts), bounces: seesBounces(this.parts), connections: connectedKinds(this.parts) };
    sendComputed(reply, await this.computations.compute(personOf(caller), { job: 'ahead', input }));
  }

  private personIn(params: Params): string {
    const person = firstValue(params.person);
    if (person === undefined) throw invalidQuery('person', 'The id of a person.');
    if (!this.parts.reads.people.get(person)) throw new HttpProblem('person.not_found');
    return person;
  }
}
