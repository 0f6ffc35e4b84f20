import type { ReportName, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { createWallClock } from '../../setup/schedules/shared/wall-clock.js';
import { canonicalJson } from './canonical.js';
import type { ReportFact } from './fact.js';
import { Cost } from './cost.js';
import { Delivery } from './delivery.js';
import { Load } from './load.js';
import { NoiseReport } from './noise.js';
import { Openings } from './openings.js';
import { responseOf } from './response.js';

/** Takes the facts up to the order’s position, in log order, then returns the figures. */
interface ReportFold {
  take(fact: ReportFact): void;
  figures(): unknown;
}

const folds: { readonly [R in ReportName]: (order: ReportOrder) => ReportFold } = {
  load: (order) => new Load(order),
  noise: (order) => new NoiseReport(order),
  delivery: (order) => new Delivery(order),
  cost: (order) => new Cost(order),
  response: (order) => {
    const openings = new Openings({ from: toMillis(order.from), to: toMillis(order.to) });
    return {
      take: (fact) => openings.take(fact),
      figures: () => responseOf(openings.list, order, createWallClock(order.zones, order.zone)),
    };
  },
};

/** One report over facts in log order. Pure: the same facts make the same bytes. */
export class Report {
  private readonly fold: ReportFold;

  constructor(private readonly order: ReportOrder) {
    this.fold = folds[order.report](order);
  }

  /** Facts after the order’s position are ignored. */
  take(facts: Iterable<ReportFact>): void {
    for (const fact of facts) if (fact.ordinal <= this.order.ordinal) this.fold.take(fact);
  }

  /** Canonical JSON. */
  bytes(): string {
    return canonicalJson({ figures: this.fold.figures(), order: this.order });
  }
}
