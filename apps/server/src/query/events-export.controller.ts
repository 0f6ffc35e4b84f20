import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { limits } from '@tocsin/contracts/limits.js';
import { dayOf } from '@tocsin/kernel/time.js';
import { z } from 'zod';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { parseOrThrow } from '../problems/problem.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { RunningExports } from './running-exports.js';
import { exportFormats, type ExportFormat } from './export-formats.js';
import { HistorySearch } from './history-search/history-search.js';
import { HistoryReader, type HistoryQuery } from './history-reader.js';
import { nextLink } from './next-link.js';

const dependencies = ['clock', 'codec', 'decode', 'feed', 'log', 'reads', 'redactions'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const exportQuery = z.object({
  format: z.enum(Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]),
  /** Whether a table starts with a header row; a part that is appended to another does not. */
  header: z.enum(['present', 'absent']).default('present'),
});
type ExportQuery = z.infer<typeof exportQuery>;

/**
 * The history as a file, newest first. One answer covers a limited number of events; if older ones are left, a `Link` header with
 * the next address is sent before the first event. It is read as fast as the client takes it, and stops when the client
 * disconnects.
 */
@Controller('api/events/export')
export class EventsExportController {
  private readonly history: HistoryReader;
  private readonly underWay = new RunningExports();

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    search: HistorySearch,
  ) {
    this.history = new HistoryReader(parts, search);
  }

  @Get()
  async export(@Query() query: Record<string, unknown>, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const { format, header } = parseOrThrow(exportQuery, query);
    const wholeQuery = await this.history.parse(query, caller);
    await this.history.requireIndex(wholeQuery);
    const { part, next } = limitPart(wholeQuery, (await this.parts.log.head()).ordinal);
    const { type, extension } = exportFormats[format];
    const stream = this.underWay.begin(caller.actor.id, () => this.streamPages(part, { format, header }));
    const name = `tocsin-history-${dayOf(this.parts.clock.now())}.${extension}`;
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
    if (next !== null) reply.header('link', nextLink('/api/events/export', query, { before: next }));
    void reply.send(stream);
  }

  private async *streamPages(part: HistoryQuery, { format, header }: ExportQuery): AsyncGenerator<string> {
    const { head, line } = exportFormats[format];
    if (header === 'present') yield head;
    for (let before: number | null = part.before; before !== null;) {
      const { events, next } = await this.history.page({ ...part, before }, limits.pageSizeMax);
      yield events.map((event) => line(event, this.parts.reads)).join('');
      before = next;
    }
  }
}

/** The part of the history that one answer covers, and where the next one starts; null: this is all. */
const limitPart = (wholeQuery: HistoryQuery, head: number): { readonly part: HistoryQuery; readonly next: number | null } => {
  const before = Math.min(wholeQuery.before, head + 1);
  const last = before - 1 - limits.export.events;
  return last <= wholeQuery.after
    ? { part: { ...wholeQuery, before }, next: null }
    : { part: { ...wholeQuery, before, after: last }, next: last + 1 };
};
