import type { NightDrill } from '@tocsin/contracts/backtests/night.js';
import { sourceOf } from '@tocsin/kernel/replay/source.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { QuietScenario } from '../../operation/alert-groups/aspects/mutes/quiet.fixture.js';
import { ana, as, bo, contactsOfPerson, methodOf, pages, teamId } from '../../operation/alert-groups/groups.fixture.js';
import { alertmanagerId, serviceId } from '../../operation/routing/signals.fixture.js';
import { domain } from '../../registry.js';
import { runNightDrill } from './real-night.js';

const day = 1_440;

/** Ana was rung twice in one hour, and once in another; then nothing, for some days. */
const lived = ({ isKnown = true } = {}) => {
  const scenario = new QuietScenario({
    steps: [pages([ana], { waitMinutes: 5 }), pages([bo])],
    repeats: 0,
    contacts: {
      [ana]: contactsOfPerson(ana, ['push', 'email'], [['high', 0, 0]]),
      [bo]: contactsOfPerson(bo, ['push'], [['high', 0, 0]]),
    },
  });
  if (isKnown)
    scenario.knows({
      type: 'IntegrationCreated',
      data: { teamId, serviceId, integrationId: alertmanagerId, name: 'Alertmanager', kind: 'alertmanager' },
    });
  const from = scenario.world.now;
  const ring = (name: string): void => {
    scenario.fires(name, name);
    scenario.passes(1);
    scenario.ends(name, name);
    scenario.passes(9);
  };
  ring('Disk');
  scenario.passes(day);
  for (const name of ['Fan', 'Lamp']) ring(name);
  scenario.passes(3 * day);
  return { scenario, from };
};

const drill = ({ scenario: { world }, from }: ReturnType<typeof lived>): Omit<NightDrill, 'pin'> => {
  const { events, now } = world;
  const order = { from, to: now, now, upTo: events.length };
  const steps = runNightDrill(domain, sourceOf(events), order);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};

describe('a drill from a real night', () => {
  it('plays the hour that rang most at the same minute of a day to come, and rings who would be rung now', () => {
    const life = lived();
    const { worst, at, signals, gone, groups, people, unreached } = drill(life);
    expect({ worst, signals, gone, groups, unreached }).toEqual({
      worst: { from: '2026-11-22T03:00:00.000Z', rings: 2 },
      signals: 4,
      gone: 0,
      groups: 2,
      unreached: [],
    });
    expect(at).toBe('2026-11-26T03:00:00.000Z');
    expect(people).toEqual([{ personId: ana, first: '2026-11-26T03:22:00.000Z', rings: 2, by: ['push'], groups: 2 }]);
    expect(life.scenario.world.now < at).toBe(true);
  });

  it('uses the phones of now, and says what would ring nobody', () => {
    const life = lived();
    for (const personId of [ana, bo]) {
      const data = { personId, contactMethodId: methodOf(personId, 0) };
      life.scenario.world.record(`person-${personId}`, [{ type: 'ContactMethodRemoved', data }], as(personId));
    }
    expect(drill(life)).toMatchObject({ groups: 2, people: [], unreached: [{ serviceId, groups: 2 }] });
  });

  it('leaves out what comes from integrations that are gone, and plays nothing where nobody was rung', () => {
    expect(drill(lived({ isKnown: false }))).toMatchObject({ worst: { rings: 2 }, signals: 4, gone: 4, groups: 0, people: [] });
    const life = lived();
    const none = { ...life, from: addMillis(life.scenario.world.now, -60_000) };
    expect(drill(none)).toMatchObject({ worst: null, signals: 0, groups: 0, people: [], unreached: [] });
  });
});
