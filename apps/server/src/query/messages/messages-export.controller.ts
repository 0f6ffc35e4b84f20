import { Controller, Get, Query, Res } from '@nestjs/common';
import { limits } from '@tocsin/contracts/limits.js';
import { dayOf } from '@tocsin/kernel/time.js';
import type { FastifyReply } from 'fastify';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { RequestWithCaller, type Caller } from '../../http/caller.js';
import { parseOrThrow } from '../../problems/problem.js';
import { messageFilter } from './messages-query.js';
import { toCsvRow, messagesHead } from './messages-csv.js';
import { ViewReader } from '../view-reader.js';
import { MessagesReader, type MessageParts } from './messages-reader.js';
import { nextLink } from '../next-link.js';

type Dependencies = MessageParts & Pick<ServerParts, 'clock'>;

/** Parts in one answer: each examines no more rows than a list does. */
const maxParts = 10;

/** The message log as a file. Limited in length, so that it is complete before it is sent, with a link to the next part. */
@Controller('api/messages/export')
export class MessagesExportController {
  private readonly log: MessagesReader;

  constructor(
    @Uses(['clock', 'reads', 'vault']) private readonly server: Dependencies,
    viewReader: ViewReader,
  ) {
    this.log = new MessagesReader(server, viewReader);
  }

  @Get()
  async export(@Query() query: Record<string, unknown>, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const { csv, next } = await this.renderPart(query, caller);
    const name = `tocsin-messages-${dayOf(this.server.clock.now())}.csv`;
    reply.type('text/csv; charset=utf-8; header=present').header('content-disposition', `attachment; filename="${name}"`);
    if (next !== null) reply.header('link', nextLink('/api/messages/export', query, { cursor: next }));
    void reply.send(query['header'] === 'absent' ? csv : messagesHead + csv);
  }

  private async renderPart(
    query: Record<string, unknown>,
    caller: Caller,
  ): Promise<{ readonly csv: string; readonly next: string | null }> {
    const filter = { ...parseOrThrow(messageFilter, query), limit: limits.pageSizeMax * maxParts };
    let csv = '';
    let next: string | null = filter.cursor ?? null;
    for (let n = 0; n < maxParts; n += 1) {
      const page = await this.log.page({ ...filter, ...(next === null ? {} : { cursor: next }) }, caller);
      csv += page.messages.map((message) => toCsvRow(message, this.server.reads)).join('');
      next = page.next;
      if (next === null) break;
    }
    return { csv, next };
  }
}
