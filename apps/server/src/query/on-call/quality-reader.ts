import { holidaysOf } from '@tocsin/contracts/holidays/noun.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { GapAhead, QualityAnswer } from '@tocsin/contracts/schedules/quality.js';
import type { AheadAnswer } from '@tocsin/contracts/schedules/ahead.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { ConfigurationReads } from '@tocsin/domain/reads.js';
import { peopleInSchedule } from '@tocsin/domain/setup/schedules/shared/people-in-schedule.js';
import { outlookOf, type ScheduleOutlook } from '@tocsin/domain/setup/schedules/quality/outlook.js';
import { listUnreadyPeople } from '@tocsin/domain/setup/schedules/quality/unready-people.js';
import { qualityOf, type HomeCalendar, type Quality } from '@tocsin/domain/setup/schedules/quality/quality.js';
import { dayOf, laterOf, addMillis } from '@tocsin/kernel/time.js';
import { CachedAnswers } from './cached-answers.js';
import { namesOf } from './names-of.js';

export interface QualityParts {
  readonly reads: Pick<ConfigurationReads, 'contacts' | 'holidayCalendars' | 'onCall' | 'organisation' | 'people' | 'schedules'>;
  readonly now: () => string;
}

interface AheadOfSchedule extends ScheduleOutlook {
  readonly scheduleId: string;
}

/** The quality of future shifts: computed once for each row and day, however many ask. */
export class QualityReader {
  private readonly qualities = new CachedAnswers<ScheduleRow, Quality>();
  private readonly aheads = new CachedAnswers<ScheduleRow, ScheduleOutlook>();

  constructor(private readonly parts: QualityParts) {}

  quality(row: ScheduleRow): QualityAnswer {
    const { reads } = this.parts;
    const now = this.parts.now();
    const stamp = this.stampOf(row, now);
    const quality = this.qualities.getOrCompute(row, stamp, () => qualityOf(row, now, (personId) => this.homeOf(personId)));
    const ids = quality.people.map(({ personId }) => personId);
    const gaps = { ...quality.gaps, first: leftOf(quality.gaps.first, now) };
    return { ...quality, gaps, names: namesOf(reads, ids) };
  }

  private homeOf(personId: string): HomeCalendar {
    const { people, organisation, holidayCalendars } = this.parts.reads;
    const person = people.get(personId);
    const [ownOrganisation] = organisation.all();
    return { timeZone: person?.timeZone, holidays: holidaysOf(person, ownOrganisation, holidayCalendars).keys() };
  }

  /** Everything that an answer depends on besides the row. */
  private stampOf(row: ScheduleRow, now: string): string {
    const { people, organisation, holidayCalendars } = this.parts.reads;
    const homes = peopleInSchedule(row).map((personId) => [people.get(personId)?.timeZone, people.get(personId)?.holidayCalendarId]);
    const calendars = [...holidayCalendars.all()].map(({ id, importedAt }) => [id, importedAt]);
    return JSON.stringify([dayOf(now), homes, calendars, [...organisation.all()].map(({ holidayCalendarId }) => holidayCalendarId)]);
  }

  /** One schedule after the other. `mail`: whether a mail server is configured; `bounces`: whether mails that come back are handed over. */
  ahead(mailFacts: { readonly mail: boolean; readonly bounces: boolean; readonly connections?: readonly string[] }): AheadAnswer {
    const now = this.parts.now();
    const schedules: AheadOfSchedule[] = [];
    for (const row of this.parts.reads.schedules.all()) {
      if (row.removed) continue;
      // a change of shifts changes which ones come first
      const stamp = `${dayOf(now)} ${this.parts.reads.onCall.get(row.id)?.since}`;
      const ahead = this.aheads.getOrCompute(row, stamp, () => outlookOf(row, now));
      schedules.push({ scheduleId: row.id, ...ahead });
    }
    const { reads } = this.parts;
    return {
      from: now,
      to: addMillis(now, peopleLimits.aheadHorizon),
      gaps: schedules.flatMap((schedule) => gapsShown(schedule, now)),
      lacking: listUnreadyPeople(schedules, { reads, now, ...mailFacts }),
    };
  }
}

/** Without gaps that have passed since they were computed. */
const leftOf = (gaps: readonly GapAhead[], now: string): GapAhead[] =>
  gaps.filter(({ to }) => to > now).map(({ from, to }) => ({ from: laterOf(from, now), to }));

function gapsShown({ scheduleId, gaps }: AheadOfSchedule, now: string): AheadAnswer['gaps'] {
  const left = leftOf(gaps, now);
  return left.length === 0 ? [] : [{ scheduleId, count: left.length, first: left.slice(0, scheduleLimits.gapsListed) }];
}
