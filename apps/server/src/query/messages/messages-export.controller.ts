import { Controller, Get, Query, Res } from '@nestjs/common';
import { limits } from '@tocsin/contracts/limits.js';
import { dayOf } from '@tocsin/kernel/time.js';
import type { FastifyReply } from 'fastify';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/uses.js';
import { RequestWithCaller, type Caller } from '../../http/caller.js';
import { parsed } from '../../problems/problem.js';
import { messageFilter } from './messages-query.js';
import { messageLine, messagesHead } from './messages-csv.js';
import { ViewReader } from '../view-reader.js';
import { MessagesReader, type MessageParts } from './messages-reader.js';
import { onwards } from '../onwards.js';

type Dependencies = MessageParts & Pick<ServerParts, 'clock'>;

/** Parts in one answer: each examines no more rows than a list does. */
const parts = 10;

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
  async export(@Query() query: Record<string, unknown>, @RequestWithCaller() who: Caller, @Res() reply: FastifyReply): Promise<void> {
    const { csv, next } = await this.part(query, who);
    const name = `tocsin-messages-${dayOf(this.server.clock.now())}.csv`;
    reply.type('text/csv; charset=utf-8; header=present').header('content-disposition', `attachment; filename="${name}"`);
    if (next !== null) reply.header('link', onwards('/api/messages/export', query, { cursor: next }));
    void reply.send(query['header'] === 'absent' ? csv : messagesHead + csv);
  }

  private async part(query: Record<string, unknown>, who: Caller): Promise<{ readonly csv: string; readonly next: string | null }> {
    const filter = { ...parsed(messageFilter, query), limit: limits.pageSizeMax * parts };
    let csv = '';
    let next: string | null = filter.cursor ?? null;
    for (let n = 0; n < parts; n += 1) {
      const page = await this.log.page({ ...filter, ...(next === null ? {} : { cursor: next }) }, who);
      csv += page.messages.map((message) => messageLine(message, this.server.reads)).join('');
      next = page.next;
      if (next === null) break;
    }
    return { csv, next };
  }
}
