import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { id } from '@tocsin/contracts/ids.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import {
  counted,
  type EventsCounted,
  type LoadFigures,
  type NoiseFigures,
  type OpeningsCounted,
  type ReportAnswer,
  type ReportOrder,
} from '@tocsin/contracts/reports/reports.js';
import { whoMay, whoMayEverywhere } from '@tocsin/contracts/who-may.js';
import { hasOrganisationPermission } from '@tocsin/domain/rules/permissions.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { canBeShown } from '../http/visible-persons.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import type { ImportedLog } from '../imports/imported-log.js';
import { ImportRunner } from '../imports/import-runner.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { eventsLineOf, orderOf } from './report-query.js';
import { cutEvents, cutLoad, cutNoise } from './cut-load.js';
import { reportCsv, reportDays, type CsvNames } from './report-csv.js';
import { ReportsKeeper } from './reports-keeper.js';
import type { ReportBytes } from './reports-worker.js';

const dependencies = ['clock', 'log', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const ofLine = z.object({ ...counted.shape, by: counted.shape.by.default(null), of: counted.shape.of.default('') });
const shape = z.object({ format: z.enum(['json', 'csv', 'canonical']).default('json') });

const ofLog = z.object({ log: id.optional() });

type ReportSource = ImportedLog & { readonly id: string };

/** Reports, each pinned to a position of the log. */
@Controller('api/reports')
export class ReportsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly keeper: ReportsKeeper,
    private readonly imports: ImportRunner,
  ) {
    imports.beforeRemoval((id) => keeper.forget(id));
  }

  /** The openings that a number counts, at the log position of its report. */
  @Get('openings')
  async openings(@Query() query: unknown): Promise<OpeningsCounted> {
    const { figure, by, of } = parseOrThrow(ofLine, query);
    const source = this.sourceOf(query);
    const { bytes } = await this.keeper.report(await this.toOrder('response', query, source), { openings: { figure, by, of } }, source);
    return JSON.parse(bytes) as OpeningsCounted;
  }

  /** The events that a number counts, at the log position of its report. */
  @Get(':report/events')
  async events(@Param('report') report: string, @Query() query: unknown, @RequestWithCaller() caller: Caller): Promise<EventsCounted> {
    const line = eventsLineOf(report, query);
    const canSee = canBeShown(this.parts.reads, caller);
    if (line.by === 'person' && !canSee(line.of)) throw new HttpProblem('permission.denied', { who: whoMay('report.people') });
    const source = this.sourceOf(query);
    const { bytes } = await this.keeper.report(await this.toOrder(report, query, source), { events: line }, source);
    return cutEvents(JSON.parse(bytes) as EventsCounted, canSee);
  }

  @Get(':report')
  async report(
    @Param('report') report: string,
    @Query() query: unknown,
    @RequestWithCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { format } = parseOrThrow(shape, query);
    const source = this.sourceOf(query);
    const order = await this.toOrder(report, query, source);
    const createdReport = await this.keeper.report(order, null, source);
    const answer = { ...this.answer(order, createdReport, caller), ...(source ? { log: source.id } : {}) };
    if (format === 'json') return void reply.send(answer);
    const name = ['tocsin', order.report, ...reportDays(order)].join('-');
    if (format === 'csv') {
      reply.type('text/csv; charset=utf-8; header=present').header('content-disposition', `attachment; filename="${name}.csv"`);
      return void reply.send(reportCsv(order, answer.figures, await this.namesOf(source, caller)));
    }
    if (answer.cut) throw new HttpProblem('permission.denied', { who: whoMayEverywhere('report.people') });
    reply.type('application/json; charset=utf-8').header('content-disposition', `attachment; filename="${name}.json"`);
    void reply.send(Buffer.from(createdReport.bytes));
  }

  private async toOrder(report: string, query: unknown, source: ReportSource | undefined): Promise<ReportOrder> {
    const { log, clock, reads } = this.parts;
    const servicesWith = (label: string, value: string): readonly string[] =>
      [...reads.services.all()].flatMap(({ id: serviceId, labels = {} }) =>
        Object.hasOwn(labels, label) && labels[label] === value ? [serviceId] : [],
      );
    const timeZone = reads.organisation.get(organisationKey)?.timeZone ?? 'UTC';
    return orderOf(report, query, { now: clock.now(), head: source?.ordinal ?? (await log.head()).ordinal, timeZone, servicesWith });
  }

  /** The requested import; undefined: the live log. */
  private sourceOf(query: unknown): ReportSource | undefined {
    const { log: importId } = parseOrThrow(ofLog, query);
    if (importId === undefined) return undefined;
    const log = this.imports.log(importId);
    if (!log) throw new HttpProblem('request.not_found');
    return { ...log, id: importId };
  }

  /** Current names, or those from the import’s table. Connections, which have the prices, are for those who may configure them. */
  private async namesOf(source: ReportSource | undefined, caller: Caller): Promise<CsvNames> {
    if (source) return this.imports.readNames(source.id);
    const { people, services, teams, connections } = this.parts.reads;
    return { people, services, teams, ...(hasOrganisationPermission(caller, 'connections.configure') ? { connections } : {}) };
  }

  private answer(order: ReportOrder, { bytes, hash }: ReportBytes, caller: Caller): ReportAnswer {
    const { figures } = JSON.parse(bytes) as { readonly figures: unknown };
    const pin = pinOf(order, hash);
    const canSee = canBeShown(this.parts.reads, caller);
    if (order.report === 'load') return { pin, order, ...cutLoad(figures as LoadFigures, canSee) };
    if (order.report === 'noise') return { pin, order, ...cutNoise(figures as NoiseFigures, canSee) };
    return { pin, cut: false, order, figures };
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
