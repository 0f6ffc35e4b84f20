import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import {
  holidaysRequest,
  shiftsRequest,
  type HolidaysAnswer,
  type ShiftsImportAnswer,
} from '@tocsin/contracts/schedules/calendar-import.js';
import * as holidayLimits from '@tocsin/contracts/holidays/limits.js';
import * as calendarFeedLimits from '@tocsin/contracts/calendar-feeds/limits.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { whoMay } from '@tocsin/contracts/who-may.js';
import { canConfigureTeam } from '@tocsin/domain/rules/permissions.js';
import { toMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { RequestWithCaller, type Caller } from '../../http/caller.js';
import { HttpProblem, parseOrThrow } from '../../problems/problem.js';
import { CalendarReading } from './calendar-reading.js';
import { holidaysIn } from './holidays-in.js';
import { shiftsIn } from './shifts-in.js';

const dependencies = ['clock', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Reads calendars of other programs and shows what importing them would do. Writes nothing. */
@Controller('api')
export class CalendarsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly reading: CalendarReading,
  ) {}

  @Post('calendars/holidays')
  @HttpCode(200)
  async holidays(@Body() body: unknown, @RequestWithCaller() { actor }: Caller): Promise<HolidaysAnswer> {
    const source = parseOrThrow(holidaysRequest, body);
    const now = toMillis(this.parts.clock.now());
    const timeZone = this.parts.reads.organisation.get(organisationKey)?.timeZone ?? 'UTC';
    const limit = holidayLimits.holidaysPerCalendar;
    const order = { timeZone, from: now - holidayLimits.holidaysPast, to: now + holidayLimits.holidaysAhead, limit };
    return holidaysIn(await this.reading.read(source, order, actor.id));
  }

  @Post('schedules/:id/calendar')
  @HttpCode(200)
  async shifts(@Param('id') id: string, @Body() body: unknown, @RequestWithCaller() { actor }: Caller): Promise<ShiftsImportAnswer> {
    const { reads, clock } = this.parts;
    const schedule = reads.schedules.get(id);
    if (!schedule || schedule.removed) throw new HttpProblem('schedule.not_found');
    if (!canConfigureTeam({ actor, reads }, schedule.teamId))
      throw new HttpProblem('permission.denied', { who: whoMay('service.configure') });
    const { calendar, how, ...source } = parseOrThrow(shiftsRequest, body);
    const now = clock.now();
    const { timeZone } = schedule;
    // past events are read as well, so that the answer can list them as past
    const order = {
      timeZone,
      from: toMillis(now) - calendarFeedLimits.feedPast,
      to: toMillis(now) + holidayLimits.holidaysAhead,
      limit: scheduleLimits.importedShifts * 2,
    };
    return shiftsIn(await this.reading.read(source, order, actor.id), { calendar, how, now, schedule, people: reads.people.all() });
  }
}
