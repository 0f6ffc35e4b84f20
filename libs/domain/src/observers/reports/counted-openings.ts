import * as reportLimits from '@tocsin/contracts/reports/limits.js';
import type { OpeningCount, OpeningsCounted, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { createWallClock, type WallClock } from '../../setup/schedules/shared/wall-clock.js';
import { dateOf, toIdOrNull } from './by-key.js';
import { canonicalJson } from './canonical.js';
import type { ReportFact } from './fact.js';
import { isCounted } from './is-counted.js';
import { Openings, type Opening } from './openings.js';
import { isInOrder, isMeasured, durationOf } from './response.js';

/** The key of an opening for each grouping of a report. */
const keys: { readonly [B in NonNullable<OpeningCount['by']>]: (opening: Opening, clock: WallClock) => string } = {
  service: ({ serviceId }) => serviceId,
  team: ({ teamId }) => teamId,
  urgency: ({ urgency }) => urgency,
  day: ({ at }, clock) => dateOf(clock.date(at)),
  hour: ({ at }, clock) => `${clock.hourOfWeek(at)}`,
  integration: ({ integrationId }) => integrationId,
  rule: ({ ruleId }) => ruleId,
};

/** The openings of one line of a report, or all for `by` null. A rule is identified by the first group that it opened in the range. */
export function selectOpenings(
  openings: readonly Opening[],
  { by, of }: Pick<OpeningCount, 'by' | 'of'>,
  clock: WallClock,
): readonly Opening[] {
  if (by === null) return openings;
  const line = by === 'rule' ? (openings.find(({ groupId }) => groupId === of)?.ruleId ?? '') : of;
  return openings.filter((one) => keys[by](one, clock) === line);
}

/** The openings behind one number of a report: folded and selected as the report does it, from the same facts. */
export class CountedOpenings {
  private readonly openings;
  private readonly clock;

  constructor(
    private readonly order: ReportOrder,
    private readonly countedFigure: OpeningCount,
  ) {
    this.openings = new Openings({ from: toMillis(order.from), to: toMillis(order.to) });
    this.clock = createWallClock(order.zones, order.zone);
  }

  take(facts: Iterable<ReportFact>): void {
    for (const fact of facts) if (fact.ordinal <= this.order.ordinal) this.openings.take(fact);
  }

  bytes(): string {
    return canonicalJson(this.answer());
  }

  private answer(): OpeningsCounted {
    const openingsFound = this.findOpenings();
    return {
      counted: this.countedFigure,
      order: this.order,
      count: openingsFound.length,
      openings: openingsFound.slice(0, reportLimits.reports.openings).map(({ groupId, number, opening, serviceId, at }) => ({
        groupId,
        number,
        opening,
        serviceId: toIdOrNull(serviceId),
        at: toInstant(at),
      })),
    };
  }

  private findOpenings(): readonly Opening[] {
    const { figure } = this.countedFigure;
    const inLine = selectOpenings(this.openings.list.filter(isInOrder(this.order)), this.countedFigure, this.clock);
    if (figure !== 'measured' && figure !== 'missing') return inLine.filter(isCounted[figure]);
    const [measure] = this.order.measures;
    if (!measure) return [];
    return inLine.filter(isMeasured(measure)).filter((one) => (durationOf(one, measure, this.clock) === null) === (figure === 'missing'));
  }
}
