import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { organisationKey } from '@tocsin/contracts/organisation.js';
import { counted, type LoadFigures, type OpeningsCounted, type ReportAnswer, type ReportOrder } from '@tocsin/contracts/reports.js';
import { dayOf } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { Asking, type Who } from '../http/who.js';
import { HttpProblem, parsed } from '../problems/problem.js';
import { orderOf } from './asked-report.js';
import { cutLoad, mayBeShown } from './persons-shown.js';
import { reportCsv } from './report-csv.js';
import { ReportsKeeper, type ReportBytes } from './reports-keeper.js';

const needs = ['clock', 'log', 'reads'] as const;
type Needs = Pick<ServerParts, (typeof needs)[number]>;

const ofLine = z.object({ ...counted.shape, by: counted.shape.by.default(null), of: counted.shape.of.default('') });
const shape = z.object({ format: z.enum(['json', 'csv', 'canonical']).default('json') });

/** Reports, each pinned to a position of the log. */
@Controller('api/reports')
export class ReportsController {
  constructor(
    @Uses(needs) private readonly parts: Needs,
    private readonly keeper: ReportsKeeper,
  ) {}

  /** What a number of openings counts, at the position of the report that it stands in. */
  @Get('openings')
  async openings(@Query() query: unknown): Promise<OpeningsCounted> {
    const { figure, by, of } = parsed(ofLine, query);
    const { bytes } = await this.keeper.report(await this.order('response', query), { figure, by, of });
    return JSON.parse(bytes) as OpeningsCounted;
  }

  @Get(':report')
  async report(@Param('report') report: string, @Query() query: unknown, @Asking() who: Who, @Res() reply: FastifyReply): Promise<void> {
    const { reads } = this.parts;
    const { format } = parsed(shape, query);
    const order = await this.order(report, query);
    const made = await this.keeper.report(order);
    const answer = this.answer(order, made, who);
    if (format === 'json') return void reply.send(answer);
    const name = `tocsin-${order.report}-${dayOf(order.from)}-${dayOf(order.to)}`;
    if (format === 'csv') {
      reply.type('text/csv; charset=utf-8; header=present').header('content-disposition', `attachment; filename="${name}.csv"`);
      return void reply.send(reportCsv(order.report, answer.figures, reads));
    }
    if (answer.cut) throw new HttpProblem('permission.denied', { who: 'those who may see the figures of everybody in it' });
    reply.type('application/json; charset=utf-8').header('content-disposition', `attachment; filename="${name}.json"`);
    void reply.send(Buffer.from(made.bytes));
  }

  private async order(report: string, query: unknown): Promise<ReportOrder> {
    const { log, clock, reads } = this.parts;
    const timeZone = reads.organisation.get(organisationKey)?.timeZone ?? 'UTC';
    return orderOf(report, query, { now: clock.now(), head: (await log.head()).ordinal, timeZone });
  }

  private answer(order: ReportOrder, { bytes, hash }: ReportBytes, who: Who): ReportAnswer {
    const { figures } = JSON.parse(bytes) as { readonly figures: unknown };
    const pin = pinOf(order, hash);
    if (order.report !== 'load') return { pin, cut: false, order, figures };
    return { pin, order, ...cutLoad(figures as LoadFigures, mayBeShown(this.parts.reads, who)) };
  }
}

const pinOf = ({ ordinal, report, version, from, to, zone, zones }: ReportOrder, hash: string): ReportAnswer['pin'] => ({
  ordinal,
  report,
  version,
  from,
  to,
  zone,
  zones,
  hash,
});
