import { limits } from '@tocsin/contracts/limits.js';
import type { QualityAnswer } from '@tocsin/contracts/schedule-quality.js';
import type { AheadAnswer } from '@tocsin/contracts/schedules-ahead.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import type { ConfigurationReads } from '@tocsin/domain/reads.js';
import { namedIn } from '@tocsin/domain/schedules/leave.js';
import { aheadOf, type Ahead } from '@tocsin/domain/schedules/quality/ahead.js';
import { lackingIn } from '@tocsin/domain/schedules/quality/lacking.js';
import { qualityOf, type Quality } from '@tocsin/domain/schedules/quality/quality.js';
import { dayOf, later, plus } from '@tocsin/kernel/time.js';
import { inTurns } from './in-turns.js';
import { KeptAnswers } from './kept-answers.js';
import { namesOf } from './names-of.js';

export interface QualityParts {
  readonly reads: Pick<ConfigurationReads, 'contacts' | 'people' | 'schedules'>;
  readonly now: () => string;
  /** Whether mails are sent from here. */
  readonly hasMail: () => boolean;
}

interface AheadOfSchedule extends Ahead {
  readonly scheduleId: string;
}

/** What schedules come to in the time ahead: worked out once for each row and day, however many ask. */
export class QualityReader {
  private readonly qualities = new KeptAnswers<ScheduleRow, Quality>();
  private readonly aheads = new KeptAnswers<ScheduleRow, Ahead>();

  constructor(private readonly parts: QualityParts) {}

  async quality(row: ScheduleRow): Promise<QualityAnswer> {
    const { reads } = this.parts;
    const now = this.parts.now();
    const zoneNameOf = (personId: string): string | undefined => reads.people.get(personId)?.timeZone;
    const stamp = [dayOf(now), ...namedIn(row).map(zoneNameOf)].join(' ');
    const quality = await this.qualities.of(row, stamp, () => inTurns(qualityOf(row, now, zoneNameOf)));
    const ids = quality.people.map(({ personId }) => personId);
    return { ...quality, names: namesOf(reads, ids) };
  }

  /** One schedule after the other. */
  async ahead(): Promise<AheadAnswer> {
    const now = this.parts.now();
    const schedules: AheadOfSchedule[] = [];
    for (const row of this.parts.reads.schedules.all()) {
      if (row.removed) continue;
      const ahead = await this.aheads.of(row, dayOf(now), () => inTurns(aheadOf(row, now)));
      schedules.push({ scheduleId: row.id, ...ahead });
    }
    const { reads, hasMail } = this.parts;
    return {
      from: now,
      to: plus(now, limits.aheadHorizon),
      gaps: schedules.flatMap((schedule) => gapsShown(schedule, now)),
      lacking: lackingIn(schedules, { reads, now, mail: hasMail() }),
    };
  }
}

/** Since it was worked out, some of it may have passed. */
function gapsShown({ scheduleId, gaps }: AheadOfSchedule, now: string): AheadAnswer['gaps'] {
  const left = gaps.filter(({ to }) => to > now).map(({ from, to }) => ({ from: later(from, now), to }));
  return left.length === 0 ? [] : [{ scheduleId, count: left.length, first: left.slice(0, limits.gapsListed) }];
}
