import { Controller, Get, Param, Query } from '@nestjs/common';
import { organisationKey } from '@tocsin/contracts/organisation.js';
import type { ReportAnswer, ReportOrder } from '@tocsin/contracts/reports.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { orderOf } from './asked-report.js';
import { ReportsKeeper } from './reports-keeper.js';

const needs = ['clock', 'log', 'reads'] as const;
type Needs = Pick<ServerParts, (typeof needs)[number]>;

/** Reports, each pinned to a position of the log. */
@Controller('api/reports')
export class ReportsController {
  constructor(
    @Uses(needs) private readonly parts: Needs,
    private readonly keeper: ReportsKeeper,
  ) {}

  @Get(':report')
  async report(@Param('report') report: string, @Query() query: unknown): Promise<ReportAnswer> {
    const { log, clock, reads } = this.parts;
    const timeZone = reads.organisation.get(organisationKey)?.timeZone ?? 'UTC';
    const order = orderOf(report, query, { now: clock.now(), head: (await log.head()).ordinal, timeZone });
    const { bytes, hash } = await this.keeper.report(order);
    const { figures } = JSON.parse(bytes) as { readonly figures: unknown };
    return { pin: pinOf(order, hash), cut: false, order, figures };
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
