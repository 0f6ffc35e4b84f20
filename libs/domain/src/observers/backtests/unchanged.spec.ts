import { asSource } from '@tocsin/kernel/replay/source.js';
import { asJson } from '@tocsin/kernel/replay/stored-form.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import { ana, bo, contactsOfPerson, mia, pages, Scenario } from '../../operation/alert-groups/groups.fixture.js';
import { domain } from '../../registry.js';
import { alertmanager, alertOf } from '../../operation/routing/signals.fixture.js';
import { runBacktest, type BacktestFindings } from './backtest.js';
import { orderOf } from './range.js';

const second = 1_000;

/** A backtest of all that happened in it, with nothing changed. */
const unchanged = ({ world }: Scenario, from: string): BacktestFindings => {
  const { events } = world;
  const source = asSource(events);
  const period = { change: null, from, to: addMillis(world.now, 1), upTo: events.length };
  const steps = runBacktest({ domain, source, written: asJson }, orderOf(source, period));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

const open = (scenario: Scenario, name: string): void => scenario.receives(alertmanager([alertOf(name)], { key: name }));

/** The messages that Ana was sent: seconds since `start`, and the number of groups in each. */
const messagesToAna = (scenario: Scenario, start: string): readonly string[] => {
  const counts = new Map<string, number>();
  const rings = scenario
    .all('AttemptStarted')
    .flatMap(({ data: { ring }, meta }) => (ring?.personId === ana ? [{ id: ring.id, at: meta.at }] : []));
  for (const { id, at } of rings) {
    const key = `${millisBetween(start, at) / second} ${id}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => `${key.split(' ')[0]}: ${count}`);
};

describe('a backtest with nothing changed', () => {
  it('differs in nothing where a wait ends in the instant of a step: what waited and what falls due are one message in both', () => {
    // Bo’s rule is of later: his messages wait for nothing, and no step waits for them
    const contacts = { [bo]: contactsOfPerson(bo, ['email'], [['high', 0, 30]]) };
    const scenario = new Scenario({ contacts, steps: [pages([bo], { waitMinutes: 2 }), pages([ana], { waitMinutes: 60 })] });
    scenario.passes(1);
    const start = scenario.world.now;
    // Ana is paged two minutes after each opening: of the first at 120 s, which opens a wait until 180 s
    open(scenario, 'First');
    scenario.passes(0.5);
    open(scenario, 'Waits');
    scenario.passes(0.5);
    open(scenario, 'FallsDueAsTheWaitEnds');
    scenario.passes(10);
    expect(messagesToAna(scenario, start)).toEqual(['120: 1', '180: 2']);
    const { differing, differences, was, would } = unchanged(scenario, start);
    expect({ differing, differences }).toEqual({ differing: { late: 0, change: 0, assumption: 0 }, differences: [] });
    expect(would.recorded).toEqual(was);
  });

  it('differs in nothing where a person acknowledges in the instant in which they are paged', () => {
    const scenario = new Scenario({ steps: [pages([bo], { waitMinutes: 2 }), pages([ana]), pages([mia])] });
    scenario.passes(1);
    const start = scenario.world.now;
    open(scenario, 'First');
    scenario.passes(2);
    expect(messagesToAna(scenario, start)).toEqual(['120: 1']);
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', acknowledgedAt: addMillis(start, 120 * second) });
    scenario.passes(10);
    const { differing, differences, lost, was, would } = unchanged(scenario, start);
    expect({ differing, differences, lost }).toEqual({ differing: { late: 0, change: 0, assumption: 0 }, differences: [], lost: 0 });
    expect(would.recorded).toEqual(was);
  });

  it('differs in nothing where a wait ends in the instant of a step that pages again', () => {
    const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 1 })], repeats: 3 });
    scenario.passes(1);
    const start = scenario.world.now;
    open(scenario, 'First');
    scenario.passes(0.5);
    open(scenario, 'Waits');
    scenario.passes(0.7);
    expect(messagesToAna(scenario, start)).toEqual(['0: 1', '60: 2']);
    const { differences } = unchanged(scenario, start);
    expect(differences).toEqual([]);
  });
});
