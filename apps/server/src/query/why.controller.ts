import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { id, instant } from '@tocsin/contracts/ids.js';
import type { WhyAnswer } from '@tocsin/contracts/why/why.js';
import { Uses } from '../core/injection.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { ViewReader } from './view-reader.js';
import { WhyReader, type WhyParts } from './why-reader.js';

const whyQuery = z.object({ person: id, group: id.optional(), at: instant.optional() });

/**
 * Why a person was paged, or was not. Readable with the permission for the history, because it contains the same events in another
 * order.
 */
@Controller('api/why')
export class WhyController {
  private readonly reader: WhyReader;

  constructor(
    @Uses(['clock', 'codec', 'log', 'reads', 'redactions', 'store', 'views']) private readonly parts: WhyParts,
    viewReader: ViewReader,
  ) {
    this.reader = new WhyReader(parts, viewReader);
  }

  @Get()
  async why(@Query() query: unknown, @RequestWithCaller() caller: Caller): Promise<WhyAnswer> {
    const { person: personId, group, at } = parseOrThrow(whyQuery, query);
    if (!this.parts.reads.people.get(personId)) throw new HttpProblem('request.not_found');
    return this.reader.answer({ personId, groupId: group ?? null, at: at ?? this.parts.clock.now() }, caller);
  }
}
