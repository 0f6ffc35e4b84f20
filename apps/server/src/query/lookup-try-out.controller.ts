import { Body, Controller, Post, Res } from '@nestjs/common';
import { lookupTryOutRequest } from '@tocsin/contracts/lookups/try-out.js';
import type { FastifyReply } from 'fastify';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { parseOrThrow } from '../problems/problem.js';
import { Computations } from './computations/computations.js';
import { leftSignal, personOf, sendComputed } from './computations/sent-answer.js';
import { recentAlertsOf } from './recent-alerts.js';

const dependencies = ['decode', 'log'] as const;

/** What recent alerts would get by a lookup table that is being edited. Writes nothing. */
@Controller('api/lookups')
export class LookupTryOutController {
  constructor(
    @Uses(dependencies) private readonly parts: Pick<ServerParts, (typeof dependencies)[number]>,
    private readonly computations: Computations,
  ) {}

  @Post('try')
  async try(@Body() body: unknown, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const table = parseOrThrow(lookupTryOutRequest, body);
    const left = leftSignal(reply);
    const task = async () => ({
      job: 'lookupTryOut' as const,
      input: { table, ...(await recentAlertsOf(this.parts, { actor: undefined, left })) },
    });
    sendComputed(reply, await this.computations.compute(personOf(caller), task, left));
  }
}
