import { eventContract } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { domain } from '@tocsin/domain/registry.js';
import { Chance } from '@tocsin/kernel/chance.js';
import { World } from '@tocsin/kernel/replay/world.js';
import type { StoredForm } from '@tocsin/kernel/replay/stored-form.js';
import { midnightOf, dayOf, addMillis } from '@tocsin/kernel/time.js';
import { currentFormat } from '@tocsin/platform/data-folder/folder-label.js';
import { Agenda } from './agenda.js';
import { services, type Condition, type ServiceName } from './company-data.js';
import { Company, idsOf } from './company.js';
import { DemoBehaviour } from './demo-behaviour.js';
import { endOfYear } from './end-of-year.js';
import { sendSignal, type DemoIncident } from './monitoring.js';
import { scheduleSpecialDays } from './special-days.js';

export interface YearOptions {
  readonly seed: number;
  /** The end of the year: the last event is just before it. */
  readonly until: string;
  /** The clock under which the log continues; `system` when absent. */
  readonly clock?: 'system' | 'manual';
  /** 365 when absent. */
  readonly days?: number;
  /** Called once for each day. */
  readonly onDay?: (day: number, of: number, events: number) => void;
}

export interface Year {
  readonly events: readonly Recorded[];
  readonly company: Company;
}

const dayLong = 86_400_000;
const minute = 60_000;

/** The data as the codec would write it. */
const toStoredForm: StoredForm = (type, data) => ({ v: eventContract(type)!.v, data: JSON.parse(JSON.stringify(data)) as unknown });

/**
 * A year of an invented company, run by the real rules: signals, people’s actions and providers’ answers are drawn at random from a
 * seed, and everything else is decided by the rules. The same seed and end give the same events, byte for byte.
 */
export const makeYear = ({ seed, until, clock = 'system', days = 365, onDay }: YearOptions): Year => {
  const chance = new Chance(seed);
  const id = idsOf(seed);
  const start = addMillis(midnightOf(dayOf(until)), -days * dayLong + 7 * 3_600_000);
  const people: { conduct?: DemoBehaviour } = {};
  const world = new World(domain, {
    start,
    node: 'demo',
    written: toStoredForm,
    logOpened: { logId: id('log', `demo-${start}`), format: currentFormat, clock, kind: 'demo' },
    // the first events are written before there are people
    answer: (event) => people.conduct?.answer(event),
  });
  const company = new Company(world, id);
  const agenda = new Agenda(world);
  const conduct = new DemoBehaviour(company, agenda, chance, conditionOf);
  people.conduct = conduct;
  company.settle();
  scheduleSpecialDays({ company, agenda, conduct, chance, start, days });
  for (let day = 0; day < days; day += 1) {
    troublesOf(chance).forEach(({ at, ...trouble }) => agenda.scheduleAfter(at, () => startIncident({ company, agenda, chance }, trouble)));
    const end = addMillis(start, (day + 1) * dayLong);
    if (day === days - 1) endOfYear({ company, agenda, conduct, until });
    agenda.liveUntil(end < until && day < days - 1 ? end : until);
    onDay?.(day + 1, days, world.events.length);
  }
  if (world.refusals.length > 0) throw new Error(`the demo asks for what is refused: ${JSON.stringify(world.refusals[0])}`);
  return { events: world.events, company };
};

const conditionOf = (alertName: string): Condition | undefined =>
  Object.values(services)
    .flatMap(({ conditions }): readonly Condition[] => conditions)
    .find(({ name }) => name === alertName);

/** Scales the frequencies of `company-data.ts`, so that a year takes less than a minute to make. */
const busyness = 0.25;

type DrawnIncident = Omit<DemoIncident, 'startsAt'> & { readonly at: number };

/** The problems of one day, each with its milliseconds after the day’s start at 07:00 UTC. */
const troublesOf = (chance: Chance): readonly DrawnIncident[] =>
  (Object.keys(services) as ServiceName[]).flatMap((service) =>
    services[service].conditions.flatMap((condition: Condition) =>
      Array.from({ length: timesOf(chance, condition.daily * busyness) }, () => ({
        service,
        condition,
        about: chance.pick(condition.of),
        at: momentOf(chance, condition.hours),
      })),
    ),
  );

/** A random count with this average. */
const timesOf = (chance: Chance, daily: number): number => {
  const wholeDays = Math.floor(daily);
  return wholeDays + (chance.shouldHappen(daily - wholeDays) ? 1 : 0) - (wholeDays > 0 && chance.shouldHappen(0.3) ? 1 : 0);
};

const momentOf = (chance: Chance, hours?: readonly [number, number]): number => {
  if (!hours) return chance.drawBetween(0, dayLong - 1);
  const [from, to] = hours.map((at) => ((at + 24 - 7) % 24) * 60 * minute) as [number, number];
  return chance.drawBetween(from, to);
};

type DemoContext = { readonly company: Company; readonly agenda: Agenda; readonly chance: Chance };

/** Starts firing now and resolves after a while; a flapping condition recurs twice or more. */
export const startIncident = (
  { company, agenda, chance }: DemoContext,
  { service, condition, about }: Omit<DemoIncident, 'startsAt'>,
): void => {
  const times = condition.flaps && chance.shouldHappen(0.4) ? chance.drawBetween(2, 5) : 1;
  const fireTimes = (remaining: number): void => {
    const incident = { service, condition, about, startsAt: company.world.now };
    sendSignal(company, incident, 'firing');
    agenda.scheduleAfter(Math.max(minute, chance.drawAround(condition.durationMinutes * minute, 1.9)), () => {
      sendSignal(company, incident, 'resolved');
      if (remaining > 1) agenda.scheduleAfter(chance.drawBetween(2, 9) * minute, () => fireTimes(remaining - 1));
    });
  };
  fireTimes(times);
};
