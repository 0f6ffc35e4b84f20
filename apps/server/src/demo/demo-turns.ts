import { listAlerts } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { Chance } from '@tocsin/kernel/chance.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { cast, services, type CastName, type CastPerson, type Condition, type ServiceName } from './company-data.js';
import type { DemoIncident } from './monitoring.js';

const minute = 60_000;

/** The accounts that the terminal names: whoever looks around answers for them. */
const visitors: ReadonlySet<CastName> = new Set(['ines', 'jonas', 'mira']);

/** Most pages are not answered, and others late, so that escalations can be seen to go on. */
const [answeredShare, slowness] = [0.35, 1.5];

/** The same draws for the same thing, also after a restart. */
const chanceOf = (...parts: readonly string[]): Chance => new Chance(Number.parseInt(deriveNamedId(...parts).slice(-8), 16));

export interface DueAnswer {
  readonly castName: CastName;
  readonly groupId: string;
  readonly pageId: string;
}

/** Whoever would have answered a page by now. */
export const answersDue = (
  groups: Iterable<OpenGroup>,
  now: string,
  castOf: (personId: string) => CastName | undefined,
): readonly DueAnswer[] =>
  [...groups]
    .filter(({ status }) => status === 'firing')
    .flatMap(({ groupId, pages }) =>
      pages.flatMap(({ pageId, personId, state, quiet, startedAt }) => {
        const castName = castOf(personId);
        if (state !== 'running' || quiet || castName === undefined || visitors.has(castName)) return [];
        const chance = chanceOf('answer', pageId);
        const { answersIn } = cast[castName] as CastPerson;
        const isDue =
          chance.shouldHappen(answeredShare) && addMillis(startedAt, chance.drawAround(answersIn * slowness * minute, 1.8)) <= now;
        return isDue ? [{ castName, groupId, pageId }] : [];
      }),
    );

const incidentOf = (name: string, labels: Readonly<Record<string, string>>, startsAt: string): DemoIncident | undefined => {
  const service = labels['service'] as ServiceName;
  const condition = services[service]?.conditions.find((one: Condition) => one.name === name);
  return condition && { service, condition, about: labels['instance'] ?? '', startsAt };
};

/** Problems that are over by now. */
export const endsDue = (groups: Iterable<OpenGroup>, now: string): readonly DemoIncident[] =>
  [...groups].flatMap(({ alerts }) =>
    listAlerts(alerts).flatMap(({ firing, name, labels, startsAt, fingerprint }) => {
      const incident = firing && startsAt !== null ? incidentOf(name, labels, startsAt) : undefined;
      if (!incident) return [];
      const lasts = chanceOf('end', fingerprint, incident.startsAt).drawAround(incident.condition.durationMinutes * minute, 1.9);
      return addMillis(incident.startsAt, Math.max(minute, lasts)) <= now ? [incident] : [];
    }),
  );

export const drawIncident = (chance: Chance, startsAt: string): DemoIncident => {
  const service = chance.pick(Object.keys(services) as ServiceName[]);
  const condition = chance.pick<Condition>(services[service].conditions);
  return { service, condition, about: chance.pick(condition.of), startsAt };
};
