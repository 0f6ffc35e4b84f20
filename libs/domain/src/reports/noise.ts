import { limits } from '@tocsin/contracts/limits.js';
import type { NoiseFigures, ReportOrder } from '@tocsin/contracts/reports.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { byKey, idOrNull } from './by-key.js';
import type { ReportFact } from './fact.js';
import { Interruptions } from './interruptions.js';
import { countOf, isCounted } from './is-counted.js';
import { PersonCalendars } from './person-calendars.js';
import { Openings, type Opening } from './openings.js';
import { isInOrder } from './response.js';

interface Noise {
  interruptions: number;
  sleep: number;
  repeats: number;
}

/** The noise report: what opened, and whether anyone had to act on it. */
export class NoiseReport {
  private readonly openings;
  private readonly interruptions = new Interruptions();
  private readonly calendars;
  private readonly noise = new Map<Opening, Noise>();

  constructor(private readonly order: ReportOrder) {
    this.openings = new Openings({ from: toMillis(order.from), to: toMillis(order.to) });
    this.calendars = new PersonCalendars(order.zones);
  }

  take(fact: ReportFact): void {
    this.openings.take(fact);
    this.calendars.take(fact);
    if (fact.kind === 'repeated') this.of(fact.words[0]!, (noise) => (noise.repeats += fact.numbers[0] ?? 0));
    const interruption = this.interruptions.take(fact);
    if (!interruption) return;
    const { sleep } = this.calendars.at(interruption.personId, interruption.at);
    this.of(interruption.groupId, (noise) => {
      noise.interruptions += 1;
      if (sleep) noise.sleep += 1;
    });
  }

  figures(): NoiseFigures {
    const openings = this.openings.list.filter(isInOrder(this.order));
    const of = (some: readonly Opening[]) => this.countsOf(some);
    const rules = byKey(
      openings.filter(({ ruleId }) => ruleId !== ''),
      ({ ruleId }) => ruleId,
    ).map(([, some]) => ({ ...placeOf(some[0]!), ...of(some) }));
    return {
      all: of(openings),
      services: byKey(openings, ({ serviceId }) => serviceId).map(([id, some]) => ({ id: idOrNull(id), ...of(some) })),
      integrations: byKey(openings, ({ integrationId }) => integrationId).map(([id, some]) => ({ id: idOrNull(id), ...of(some) })),
      rules: rules.toSorted(mostInterrupting).slice(0, limits.reports.listed),
      worthChanging: rules
        .filter((rule) => notActionable(rule) > 0)
        .toSorted(worstFirst)
        .slice(0, limits.reports.worthChanging),
    };
  }

  private of(groupId: string, change: (noise: Noise) => void): void {
    const opening = this.openings.groupOf(groupId)?.opening;
    if (!opening) return;
    const noise = this.noise.get(opening) ?? { interruptions: 0, sleep: 0, repeats: 0 };
    this.noise.set(opening, noise);
    change(noise);
  }

  private countsOf(some: readonly Opening[]) {
    const sum = (of: keyof Noise): number => some.reduce((total, one) => total + (this.noise.get(one)?.[of] ?? 0), 0);
    return {
      openings: some.length,
      actionable: countOf(some, 'actionable'),
      marked: countOf(some, 'marked'),
      flaps: countOf(some, 'flaps'),
      suppressed: countOf(some, 'suppressed'),
      repeats: sum('repeats'),
      interruptions: sum('interruptions'),
      sleep: sum('sleep'),
      /** Interruptions by openings that needed no action. */
      needless: some
        .filter((one) => !isCounted.actionable(one))
        .reduce((total, one) => total + (this.noise.get(one)?.interruptions ?? 0), 0),
    };
  }
}

type Counts = NoiseFigures['rules'][number];
const notActionable = ({ openings, actionable }: Counts): number => openings - actionable;

/** A rule has no id: it is identified by the first group that it opened in the range. */
const placeOf = ({ groupId, number, serviceId, integrationId }: Opening) => ({
  groupId,
  number,
  serviceId: idOrNull(serviceId),
  integrationId,
});

const mostInterrupting = (a: Counts, b: Counts): number =>
  b.interruptions - a.interruptions || b.openings - a.openings || a.number - b.number;

const worstFirst = (a: Counts, b: Counts): number =>
  b.needless - a.needless || notActionable(b) - notActionable(a) || b.flaps - a.flaps || a.number - b.number;
