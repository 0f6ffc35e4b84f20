import { Controller, Get, Param } from '@nestjs/common';
import type { QualityAnswer } from '@tocsin/contracts/schedule-quality.js';
import type { AheadAnswer } from '@tocsin/contracts/schedules-ahead.js';
import type { ZoneTableAnswer } from '@tocsin/contracts/zone-tables.js';
import { zoneTableOf } from '@tocsin/domain/schedules/zone-tables/moved-handoffs.js';
import { hasMailServer } from '../../core/mail-server.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { HttpProblem } from '../../problems/problem.js';
import { QualityReader } from './quality-reader.js';

const dependencies = ['clock', 'config', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Future shifts of schedules: fairness and gaps. */
@Controller('api')
export class QualityController {
  private readonly reader: QualityReader;

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {
    this.reader = new QualityReader({ reads: parts.reads, now: () => parts.clock.now(), hasMail: () => hasMailServer(parts) });
  }

  @Get('schedules/:id/quality')
  async quality(@Param('id') id: string): Promise<QualityAnswer> {
    const row = this.parts.reads.schedules.get(id);
    if (!row || row.removed) throw new HttpProblem('schedule.not_found');
    return this.reader.quality(row);
  }

  @Get('schedules/:id/zone-table')
  zoneTable(@Param('id') id: string): ZoneTableAnswer {
    const row = this.parts.reads.schedules.get(id);
    if (!row || row.removed) throw new HttpProblem('schedule.not_found');
    return zoneTableOf(row, this.parts.clock.now());
  }

  @Get('on-call/ahead')
  async readAhead(): Promise<AheadAnswer> {
    return this.reader.ahead();
  }
}
