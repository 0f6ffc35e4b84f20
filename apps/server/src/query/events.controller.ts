import { Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { HistorySearch } from './history-search/history-search.js';
import { HistoryReader, type HistoryPage } from './history-reader.js';

const dependencies = ['codec', 'decode', 'feed', 'log', 'redactions'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** A limit above the maximum gives a full page. */
const paged = z.object({ limit: z.coerce.number().int().min(1).default(limits.pageSize) });

/** The history: every event, newest first. */
@Controller('api/events')
export class EventsController {
  private readonly history: HistoryReader;

  constructor(@Uses(dependencies) parts: Dependencies, search: HistorySearch) {
    this.history = new HistoryReader(parts, search);
  }

  @Get()
  async events(@Query() query: unknown, @RequestWithCaller() caller: Caller): Promise<HistoryPage> {
    const { limit } = parseOrThrow(paged, query);
    return this.history.page(await this.history.parse(query, caller), Math.min(limit, limits.pageSizeMax));
  }

  /** One event with its body. */
  @Get(':ordinal')
  async event(@Param('ordinal') ordinal: string, @RequestWithCaller() caller: Caller): Promise<Recorded> {
    const event = /^[1-9]\d{0,15}$/.test(ordinal) ? await this.history.event(Number(ordinal), caller) : undefined;
    if (!event) throw new HttpProblem('request.not_found');
    return event;
  }
}
