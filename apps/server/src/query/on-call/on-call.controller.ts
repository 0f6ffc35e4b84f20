import { Controller, Get, Query } from '@nestjs/common';
import { readable } from '@tocsin/contracts/ids.js';
import type { OnCallAnswer, PersonShiftsAnswer } from '@tocsin/contracts/schedule-answers.js';
import { Core } from '../../core/core.js';
import { HttpProblem } from '../../http/problem.js';
import { one, wrong, type Params } from '../list-query.js';
import { momentIn, rangeIn } from './ranges.js';
import { OnCallReader } from './on-call-reader.js';
import { readerOf } from './reader-of.js';

@Controller('api/on-call')
export class OnCallController {
  private readonly reader: OnCallReader;

  constructor(private readonly core: Core) {
    this.reader = readerOf(core);
  }

  /** Who is on call at a moment, or within a range of one schedule. */
  @Get()
  async onCall(@Query() params: Params): Promise<OnCallAnswer> {
    const id = one(params.schedule);
    const row = id === undefined ? undefined : this.reader.schedule(id);
    if (id !== undefined && !row) throw new HttpProblem('schedule.not_found');
    const schedules = await this.reader.at(momentIn(params, this.core.clock.now()), row && [row.id]);
    return { schedules: [...schedules], names: this.namesOf(schedules) };
  }

  /** What a person has ahead. */
  @Get('shifts')
  async shifts(@Query() params: Params): Promise<PersonShiftsAnswer> {
    const person = one(params.person);
    if (person === undefined) throw wrong('person', 'The id of a person.');
    if (!this.core.reads.people.get(person)) throw new HttpProblem('person.not_found');
    return this.reader.ofPerson(person, rangeIn(params));
  }

  private namesOf(schedules: Readonly<OnCallAnswer['schedules']>): OnCallAnswer['names'] {
    const ids = schedules.flatMap(({ now, next }) => [...now, ...(next?.people ?? [])].map(({ personId }) => personId));
    return Object.fromEntries([...new Set(ids)].map((id) => [id, readable(this.core.reads.people.get(id)?.name)]));
  }
}
