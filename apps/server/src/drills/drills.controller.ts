import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { drillRequest, type CoverageAnswer, type DrillAnswer } from '@tocsin/contracts/drills.js';
import { limits } from '@tocsin/contracts/limits.js';
import { forecast } from '@tocsin/domain/drills/forecast.js';
import { domain } from '@tocsin/domain/registry.js';
import { laterOf, toMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { CoverageCalculator } from './coverage-calculator.js';

const dependencies = ['clock', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const tooFarAheadProblem = (): HttpProblem =>
  new HttpProblem('request.invalid', {}, [{ path: 'at', code: 'custom', message: 'Must be at most ten years ahead.' }]);

/** Forecasts what would happen to a signal, with the current rules and configuration. Writes nothing and sends nothing. */
@Controller('api/drills')
export class DrillsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly coverage: CoverageCalculator,
  ) {}

  @Post()
  @HttpCode(200)
  drill(@Body() body: unknown): DrillAnswer {
    const { clock, reads } = this.parts;
    const request = parseOrThrow(drillRequest, body);
    if (toMillis(request.at) > toMillis(clock.now()) + limits.drill.mostAhead) throw tooFarAheadProblem();
    if (!reads.services.get(request.serviceId)) throw new HttpProblem('service.not_found');
    // not earlier than now: the configuration of a past moment may have been different
    const predicted = forecast(domain, reads, { ...request, at: laterOf(request.at, clock.now()) });
    if (!predicted) throw new HttpProblem('service.not_found');
    const { events: _events, ...answer } = predicted;
    return answer;
  }

  @Post('coverage')
  @HttpCode(202)
  async begin(): Promise<CoverageAnswer> {
    await this.coverage.begin();
    return this.coverage.state;
  }

  @Get('coverage')
  state(): CoverageAnswer {
    return this.coverage.state;
  }
}
