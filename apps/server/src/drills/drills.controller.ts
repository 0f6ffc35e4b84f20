import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { drillRequest, type CoverageAnswer } from '@tocsin/contracts/drills/drills.js';
import { policyDrillsRequest } from '@tocsin/contracts/drills/policy-drills.js';
import { laterOf } from '@tocsin/kernel/time.js';
import { Computations } from '../query/computations/computations.js';
import { personOf, sendComputed } from '../query/computations/sent-answer.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { momentIn } from '../query/on-call/ranges.js';
import { CoverageCalculator } from './coverage-calculator.js';

const dependencies = ['clock', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Forecasts what would happen to a signal, with the current rules and configuration. Writes nothing and sends nothing. */
@Controller('api/drills')
export class DrillsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly coverage: CoverageCalculator,
    private readonly computations: Computations,
  ) {}

  @Post()
  async drill(@Body() body: unknown, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const request = parseOrThrow(drillRequest, body);
    const now = this.parts.clock.now();
    // not earlier than now: the configuration of a past moment may have been different
    const at = laterOf(momentIn(request, now), now);
    if (!this.parts.reads.services.get(request.serviceId)) throw new HttpProblem('service.not_found');
    sendComputed(reply, await this.computations.compute(personOf(caller), { job: 'drill', input: { ...request, at } }));
  }

  @Post('policies')
  async policies(@Body() body: unknown, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const now = this.parts.clock.now();
    const at = laterOf(momentIn(parseOrThrow(policyDrillsRequest, body), now), now);
    sendComputed(reply, await this.computations.compute(personOf(caller), { job: 'policyDrills', input: { at } }));
  }

  @Post('coverage')
  @HttpCode(202)
  begin(): CoverageAnswer {
    this.coverage.begin();
    return this.coverage.state;
  }

  @Get('coverage')
  state(): CoverageAnswer {
    return this.coverage.state;
  }
}
