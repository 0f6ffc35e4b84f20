import fc from 'fast-check';
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { idOf } from '../../../configuration.fixture.js';
import { generic } from '../../routing/signals.fixture.js';
import { QuietScenario, is } from '../aspects/mutes/quiet.fixture.js';
import { ana, bo, mia, pages, sam, serviceOf } from '../groups.fixture.js';

type Move = (scenario: QuietScenario) => void;

const services = 4;
const linking: RouteRule = {
  ruleId: idOf('1f7'),
  rows: [[is('cluster', 'eu')]],
  outcome: { kind: 'default', linking: { by: { kind: 'fields', fields: ['cluster'] }, windowMinutes: 30 } },
  isOn: true,
};
const begin = (): QuietScenario => {
  const scenario = new QuietScenario({ services, steps: [pages([ana]), pages([bo])] });
  scenario.knows({ type: 'OrganisationRoutesChanged', data: { version: 1, rules: [linking] } });
  return scenario;
};
const end = (scenario: QuietScenario, n: number): void => scenario.receives({ ...generic(`k${n}`, 'resolve'), serviceId: serviceOf(n) });

const place = fc.nat({ max: services - 1 });
const fires: fc.Arbitrary<Move> = fc
  .tuple(place, fc.constantFrom('eu', 'eu', 'us'), fc.constantFrom<'critical' | 'warning'>('critical', 'warning'))
  .map(([n, cluster, severity]) => (scenario) => {
    const signal = generic(`k${n}`, 'trigger', { labels: { cluster }, name: `Down${n}`, severity, severityWord: severity });
    scenario.receives({ ...signal, serviceId: serviceOf(n) });
  });
const ends: fc.Arbitrary<Move> = place.map((n) => (scenario) => end(scenario, n));
const acts: fc.Arbitrary<Move> = fc
  .tuple(fc.constantFrom('LinkAlertGroup', 'LinkAlertGroup', 'UnlinkAlertGroup', 'AddResponder', 'AcknowledgeAlertGroup'), place, place)
  .map(([type, n, m]) => (scenario) => {
    const all = scenario.rows();
    if (all.length === 0) return;
    const groupId = all.at(-1 - (n % all.length))!.id;
    const more: Readonly<Record<string, object>> = {
      LinkAlertGroup: { toGroupId: all.at(-1 - (m % all.length))!.id },
      AddResponder: { personId: sam },
    };
    scenario.act(type, { groupId, ...more[type] }, mia);
  });
const passes: fc.Arbitrary<Move> = fc.constantFrom(0.2, 1, 6, 12).map((minutes) => (scenario) => scenario.passes(minutes));

const overIn = (scenario: QuietScenario): readonly string[] =>
  scenario.all('PageStarted').flatMap(({ data }) => (data.cause.kind === 'resolved' ? [data.personId] : []));
const areLedByOne = (scenario: QuietScenario): void => {
  const open = scenario.rows().filter(({ status, follows }) => status !== 'resolved' && follows);
  for (const { follows } of open) {
    const leader = scenario.rows().find(({ number }) => number === follows!.number)!;
    expect(leader).not.toHaveProperty('follows');
    expect(leader.status).not.toBe('resolved');
  }
};
/** Whose phone rang for it, and who has not heard of an end since. */
const forgottenIn = (scenario: QuietScenario): readonly string[] => {
  const waiting = new Set<string>();
  const people = new Map(scenario.all('PageStarted').map(({ data }) => [data.pageId, data] as const));
  for (const { type, data } of scenario.world.events as readonly { type: string; data: { pageId: string } }[]) {
    const page = people.get(data.pageId);
    if (!page) continue;
    if (page.cause.kind === 'resolved') waiting.delete(page.personId);
    else if (type === 'AttemptStarted') waiting.add(page.personId);
  }
  return [...waiting];
};

describe('whatever happens to groups that a rule or a person links', () => {
  it('each has one that leads, an end is told once, nobody rung is forgotten, and all is decided again as it was', () => {
    const moves = fc.array(fc.oneof(fires, fires, ends, acts, acts, passes), { minLength: 6, maxLength: 20 });
    fc.assert(
      fc.property(moves, (all) => {
        const scenario = begin();
        const endAll = Array.from(
          { length: services },
          (_, n): Move =>
            (one) =>
              end(one, n),
        );
        for (const move of [...all, (one: QuietScenario) => one.passes(1), ...endAll]) {
          const before = overIn(scenario).length;
          move(scenario);
          scenario.world.advance(0);
          areLedByOne(scenario);
          const told = overIn(scenario).slice(before);
          expect(told).toEqual([...new Set(told)]);
        }
        scenario.passes(2);
        expect(forgottenIn(scenario)).toEqual([]);
        scenario.expectSound();
      }),
      { numRuns: 50 },
    );
  });
});
