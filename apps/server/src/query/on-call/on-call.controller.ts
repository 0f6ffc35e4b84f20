import { Controller, Get, Query } from '@nestjs/common';
import type { UncoveredAnswer } from '@tocsin/contracts/away.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { OnCallAnswer, PersonShiftsAnswer, ShiftsAnswer } from '@tocsin/contracts/schedule-answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { listWholePersonShifts } from '@tocsin/domain/schedules/answers/person-shifts.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { HttpProblem } from '../../problems/problem.js';
import { firstValue, invalidQuery, type Params } from '../list-query.js';
import { ViewReader } from '../view-reader.js';
import { namesOf } from './names-of.js';
import { isRange, momentIn, rangeIn } from './ranges.js';
import { OnCallReader } from './on-call-reader.js';
import { readerOf } from './reader-of.js';
import { UncoveredReader } from './uncovered-reader.js';

const dependencies = ['clock', 'memory', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

@Controller('api/on-call')
export class OnCallController {
  private readonly reader: OnCallReader;

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly viewReader: ViewReader,
  ) {
    this.reader = readerOf(parts, viewReader);
  }

  /** Who is on call at a moment, or within a range of one schedule. */
  @Get()
  async onCall(@Query() params: Params): Promise<OnCallAnswer> {
    const id = firstValue(params.schedule);
    const row = id === undefined ? undefined : this.reader.schedule(id);
    if (id !== undefined && !row) throw new HttpProblem('schedule.not_found');
    const schedules = await this.reader.at(momentIn(params, this.parts.clock.now()), row && [row.id]);
    const within = isRange(params) ? await this.shiftsOf(row, params) : [];
    const answers = schedules.map((one) => (isRange(params) ? { ...one, shifts: within } : one));
    return { schedules: answers, names: this.namesOf(answers) };
  }

  /** A person’s future shifts: those that begin within a range, or run in it, each up to its end. */
  @Get('shifts')
  async shifts(@Query() params: Params): Promise<PersonShiftsAnswer> {
    const person = firstValue(params.person);
    if (person === undefined) throw invalidQuery('person', 'The id of a person.');
    if (!this.parts.reads.people.get(person)) throw new HttpProblem('person.not_found');
    return this.reader.ofPerson(person, rangeIn(params), listWholePersonShifts);
  }

  /** The shifts that would be uncovered if a person is away within a range. */
  @Get('uncovered')
  async uncovered(@Query() params: Params): Promise<UncoveredAnswer> {
    const person = firstValue(params.person);
    if (person === undefined) throw invalidQuery('person', 'The id of a person.');
    if (!this.parts.reads.people.get(person)) throw new HttpProblem('person.not_found');
    return new UncoveredReader({ reads: this.parts.reads, viewReader: this.viewReader }, this.reader).of(
      person,
      rangeIn(params, limits.awayLength),
    );
  }

  private async shiftsOf(row: ScheduleRow | undefined, params: Params): Promise<ShiftsAnswer['final']> {
    if (!row) throw invalidQuery('schedule', 'The id of one schedule: a range needs exactly one.');
    return (await this.reader.shifts(row, rangeIn(params))).final;
  }

  private namesOf(schedules: Readonly<OnCallAnswer['schedules']>): OnCallAnswer['names'] {
    const people = schedules.flatMap(({ now, next, shifts }) => [...now, ...(next?.people ?? []), ...(shifts ?? [])]);
    return namesOf(
      this.parts.reads,
      people.map(({ personId }) => personId),
    );
  }
}
