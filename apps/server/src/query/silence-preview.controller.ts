import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { silencePreviewRequest } from '@tocsin/contracts/silences/preview.js';
import type { FastifyReply } from 'fastify';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { parseOrThrow } from '../problems/problem.js';
import { Computations } from './computations/computations.js';
import { leftSignal, personOf, sendComputed } from './computations/sent-answer.js';

/** What conditions of a silence that is being written cover. Writes nothing. */
@Controller('api/silences')
export class SilencePreviewController {
  constructor(private readonly computations: Computations) {}

  @Post('preview')
  @HttpCode(200)
  async preview(@Body() body: unknown, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const input = parseOrThrow(silencePreviewRequest, body);
    sendComputed(reply, await this.computations.compute(personOf(caller), { job: 'silencePreview', input }, leftSignal(reply)));
  }
}
