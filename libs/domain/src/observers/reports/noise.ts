import * as reportLimits from '@tocsin/contracts/reports/limits.js';
import { countedEvents, type EventFigure } from '@tocsin/contracts/alert-groups/counted-figures.js';
import type { EventsOfLine, NoiseFigures, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { createWallClock } from '../../setup/schedules/shared/wall-clock.js';
import { byKey, dateOf, toIdOrNull } from './by-key.js';
import { entryOf, type CountedEvent, type EventsFold } from './counted-event.js';
import { selectOpenings } from './counted-openings.js';
import type { ReportFact } from './fact.js';
import { Interruptions } from './interruptions.js';
import { countOf, isCounted } from './is-counted.js';
import { PersonCalendars } from './person-calendars.js';
import { Openings, type Opening } from './openings.js';
import { sleepersOf } from './sleep-cost.js';
import { isInOrder } from './response.js';

interface NoiseEvent extends CountedEvent {
  readonly personId: string;
  readonly sleep: boolean;
}

interface Noise {
  readonly interruptions: NoiseEvent[];
  repeats: number;
  /** The events with repeats, if they are kept. */
  readonly repeated: CountedEvent[];
}

/** The events of an opening behind each number: interruptions for the counts and for the lists, repeats for the lists. */
const eventsOf: { readonly [F in EventFigure<'noise'>]: (noise: Noise, opening: Opening) => readonly CountedEvent[] } = {
  interruptions: ({ interruptions }) => interruptions,
  sleep: ({ interruptions }) => interruptions.filter(({ sleep }) => sleep),
  /** Interruptions by openings that needed no action. */
  needless: ({ interruptions }, opening) => (isCounted.actionable(opening) ? [] : interruptions),
  repeats: ({ repeated }) => repeated,
};

/** The noise report: what opened, and whether anyone had to act on it. */
export class NoiseReport implements EventsFold {
  private readonly openings;
  private readonly interruptions = new Interruptions();
  private readonly calendars;
  private readonly noise = new Map<Opening, Noise>();

  /** `shouldKeepRepeats`: for the list behind their number. There may be millions, which the figures only count. */
  constructor(
    private readonly order: ReportOrder,
    private readonly options: { readonly shouldKeepRepeats: boolean } = { shouldKeepRepeats: false },
  ) {
    this.openings = new Openings({ from: toMillis(order.from), to: toMillis(order.to) });
    this.calendars = new PersonCalendars(order.zones);
  }

  take(fact: ReportFact): void {
    this.openings.take(fact);
    this.calendars.take(fact);
    if (fact.kind === 'repeated') this.repeat(fact);
    const interruption = this.interruptions.take(fact);
    if (!interruption) return;
    const { sleep } = this.calendars.at(interruption.personId, interruption.at);
    this.of(interruption.groupId)?.interruptions.push({ ...interruption, sleep });
  }

  eventsOf({ figure, by, of }: EventsOfLine): readonly CountedEvent[] {
    const select = entryOf(eventsOf, figure);
    const line = countedEvents.noise.by.find((one) => one === by) ?? null;
    if (line !== by) throw new Error(`the noise report has no lines by ${by}`);
    const openings = selectOpenings(this.inOrder(), { by: line, of }, createWallClock(this.order.zones, this.order.zone));
    return openings.flatMap((opening) => this.eventsIn(opening, select));
  }

  groupOf(groupId: string) {
    return this.openings.groupOf(groupId);
  }

  figures(): NoiseFigures {
    const openings = this.inOrder();
    const clock = createWallClock(this.order.zones, this.order.zone);
    const countsFor = (some: readonly Opening[]) => this.countsOf(some);
    const rules = byKey(
      openings.filter(({ ruleId }) => ruleId !== ''),
      ({ ruleId }) => ruleId,
    ).map(([, some]) => ({ ...placeOf(some[0]!), ...countsFor(some), sleepers: this.sleepersOf(some) }));
    return {
      all: countsFor(openings),
      services: byKey(openings, ({ serviceId }) => serviceId).map(([id, some]) => ({ id: toIdOrNull(id), ...countsFor(some) })),
      integrations: byKey(openings, ({ integrationId }) => integrationId).map(([id, some]) => ({ id: toIdOrNull(id), ...countsFor(some) })),
      days: byKey(openings, ({ at }) => clock.date(at)).map(([day, some]) => ({ day: dateOf(day), ...countsFor(some) })),
      rules: rules.toSorted(byInterruptions).slice(0, reportLimits.reports.listed),
      worthChanging: rules
        .filter((rule) => countNotActionable(rule) > 0)
        .toSorted(byNeedlessness)
        .slice(0, reportLimits.reports.worthChanging),
      sleepers: this.sleepersOf(openings),
    };
  }

  private inOrder(): readonly Opening[] {
    return this.openings.list.filter(isInOrder(this.order));
  }

  /** Undefined outside the openings of the range. */
  private of(groupId: string): Noise | undefined {
    const opening = this.openings.groupOf(groupId)?.opening;
    if (!opening) return undefined;
    const noise = this.noise.get(opening) ?? { interruptions: [], repeats: 0, repeated: [] };
    this.noise.set(opening, noise);
    return noise;
  }

  private repeat({ ordinal, at, words: [groupId = ''], numbers: [times = 0] }: ReportFact): void {
    const noise = this.of(groupId);
    if (!noise) return;
    noise.repeats += times;
    if (this.options.shouldKeepRepeats) noise.repeated.push({ groupId, ordinal, at, times });
  }

  private eventsIn(opening: Opening, select: (noise: Noise, opening: Opening) => readonly CountedEvent[]): readonly CountedEvent[] {
    const noise = this.noise.get(opening);
    return noise ? select(noise, opening) : [];
  }

  private sleepersOf(some: readonly Opening[]) {
    return sleepersOf(
      some.flatMap((opening) =>
        (this.noise.get(opening)?.interruptions ?? [])
          .filter(({ sleep }) => sleep)
          .map(({ personId, at }) => ({ personId, at, lastAct: opening.lastActs?.get(personId) ?? at })),
      ),
    );
  }

  private countsOf(some: readonly Opening[]) {
    const sumOf = (of: (one: Opening) => number): number => some.reduce((total, one) => total + of(one), 0);
    const countEvents = (figure: 'interruptions' | 'sleep' | 'needless'): number =>
      sumOf((one) => this.eventsIn(one, eventsOf[figure]).length);
    return {
      openings: some.length,
      actionable: countOf(some, 'actionable'),
      acknowledgedOnly: countOf(some, 'acknowledged_only'),
      resolvedItself: countOf(some, 'resolved_itself'),
      answeredYes: countOf(some, 'answered_yes'),
      answeredNo: countOf(some, 'answered_no'),
      marked: countOf(some, 'marked'),
      flaps: countOf(some, 'flaps'),
      suppressed: countOf(some, 'suppressed'),
      repeats: sumOf((one) => this.noise.get(one)?.repeats ?? 0),
      interruptions: countEvents('interruptions'),
      sleep: countEvents('sleep'),
      needless: countEvents('needless'),
    };
  }
}

type Counts = NoiseFigures['rules'][number];
const countNotActionable = ({ openings, actionable }: Counts): number => openings - actionable;

/** A rule has no id: it is identified by the first group that it opened in the range. */
const placeOf = ({ groupId, number, serviceId, integrationId }: Opening) => ({
  groupId,
  number,
  serviceId: toIdOrNull(serviceId),
  integrationId,
});

const byInterruptions = (a: Counts, b: Counts): number =>
  b.interruptions - a.interruptions || b.openings - a.openings || a.number - b.number;

const byNeedlessness = (a: Counts, b: Counts): number =>
  b.needless - a.needless || countNotActionable(b) - countNotActionable(a) || b.flaps - a.flaps || a.number - b.number;
