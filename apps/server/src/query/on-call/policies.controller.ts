import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { laterOf } from '@tocsin/kernel/time.js';
import { Computations } from '../computations/computations.js';
import { personOf, sendComputed } from '../computations/sent-answer.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { RequestWithCaller, type Caller } from '../../http/caller.js';
import { HttpProblem } from '../../problems/problem.js';
import { momentIn } from './ranges.js';

const dependencies = ['clock', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

@Controller('api/policies')
export class PoliciesController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly computations: Computations,
  ) {}

  /** The people that each step would page if it were due at a moment: the lookup of a real step, without writing anything. */
  @Get(':id/people')
  async people(
    @Param('id') policyId: string,
    @Query() query: unknown,
    @RequestWithCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { reads, clock } = this.parts;
    const policy = reads.policies.get(policyId);
    if (!policy || policy.removed) throw new HttpProblem('policy.not_found');
    const at = laterOf(momentIn(query, clock.now()), clock.now());
    sendComputed(reply, await this.computations.compute(personOf(caller), { job: 'policyPeople', input: { policyId, at } }));
  }
}
