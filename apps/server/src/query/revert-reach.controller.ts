import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { commands } from '@tocsin/contracts/catalogue.js';
import { revertReachRequest } from '@tocsin/contracts/revert-reach.js';
import type { FastifyReply } from 'fastify';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { parseOrThrow } from '../problems/problem.js';
import { Computations } from './computations/computations.js';
import { leftSignal, personOf, sendComputed } from './computations/sent-answer.js';

const dependencies = ['moments'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** What a revert would change from now on. Writes nothing. */
@Controller('api/reverts')
export class RevertReachController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly computations: Computations,
  ) {}

  @Post('preview')
  @HttpCode(200)
  async preview(@Body() body: unknown, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const { type, data } = parseOrThrow(revertReachRequest, body);
    const request = { type, data: parseOrThrow(commands[type].data, data) };
    const task = async () => {
      const moment = await this.parts.moments.pin(Number.MAX_SAFE_INTEGER);
      return { job: 'revertReach' as const, input: { request, actor: caller.actor, moment } };
    };
    sendComputed(reply, await this.computations.compute(personOf(caller), task, leftSignal(reply)));
  }
}
