import type { EventsReport } from '@tocsin/contracts/alert-groups/counted-figures.js';
import * as reportLimits from '@tocsin/contracts/reports/limits.js';
import type { EventsCounted, EventsOfLine, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { toInstant } from '@tocsin/kernel/time.js';
import { toIdOrNull } from './by-key.js';
import { canonicalJson } from './canonical.js';
import type { CountedEvent, EventsFold } from './counted-event.js';
import { Delivery } from './delivery.js';
import type { ReportFact } from './fact.js';
import { Load } from './load.js';
import { NoiseReport } from './noise.js';

const folds: { readonly [R in EventsReport]: (order: ReportOrder) => EventsFold } = {
  load: (order) => new Load(order),
  noise: (order) => new NoiseReport(order, { shouldKeepRepeats: true }),
  delivery: (order) => new Delivery(order),
};

/** The events behind one number of a report: folded and selected as the report does it, from the same facts. */
export class CountedEvents {
  private readonly fold: EventsFold;

  constructor(
    private readonly order: ReportOrder & { readonly report: EventsReport },
    private readonly line: EventsOfLine,
  ) {
    this.fold = folds[order.report](order);
  }

  /** Facts after the order’s position are ignored. */
  take(facts: Iterable<ReportFact>): void {
    for (const fact of facts) if (fact.ordinal <= this.order.ordinal) this.fold.take(fact);
  }

  /** Canonical JSON. */
  bytes(): string {
    return canonicalJson(this.answer());
  }

  private answer(): EventsCounted {
    const sortedEvents = this.fold.eventsOf(this.line).toSorted((a, b) => a.ordinal - b.ordinal);
    return {
      counted: this.line,
      order: this.order,
      count: sortedEvents.reduce((sum, { times = 1 }) => sum + times, 0),
      cut: false,
      events: sortedEvents.slice(0, reportLimits.reports.openings).map((one) => this.toRow(one)),
    };
  }

  private toRow({ groupId, ordinal, at, personId, channel, reason, late, times }: CountedEvent): EventsCounted['events'][number] {
    const { number = 0, serviceId = '' } = this.fold.groupOf(groupId) ?? {};
    return {
      groupId,
      number,
      serviceId: toIdOrNull(serviceId),
      ordinal,
      at: toInstant(at),
      personId: personId ?? null,
      channel: channel ?? null,
      reason: reason ?? null,
      late: late ?? null,
      times: times ?? 1,
    };
  }
}
