import { heldInMemory } from '@tocsin/testing/held-in-memory.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { Scenario } from '../alert-groups/groups.fixture.js';
import { alertmanager, alertOf, over } from './signals.fixture.js';
import type { ThreadRow } from './shared/thread-row.js';

/** Low urgency climbs no further, so that days pass in few steps. */
const low = (name: string) => alertOf(name, { severity: 'warning' });
const known = (scenario: Scenario): readonly string[] =>
  [...new Set([...scenario.world.memory.rows<ThreadRow>('threads').all()].flatMap(({ alerts }) => Object.keys(alerts)))].toSorted();
const later = (scenario: Scenario, days: number): void => {
  scenario.passes(days * 24 * 60);
  // log time advances with the next event
  scenario.receives(alertmanager([low('Other')], { key: 'other' }));
};

describe('where an alert fires', () => {
  it('is known as long as what it belongs to, also when a person resolved that', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([low('Disk'), low('Cpu')]));
    scenario.act('ResolveAlertGroup');
    later(scenario, 7);
    expect(known(scenario)).toEqual(['Cpu', 'Disk', 'Other']);
    later(scenario, 2);
    expect(known(scenario)).toEqual(['Other']);
  });

  it('forgets the places that are gone, and keeps those where it still fires', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([low('Disk')], { key: 'old' }));
    scenario.act('ResolveAlertGroup');
    scenario.receives(alertmanager([low('Disk')], { key: 'new' }));
    const [group] = scenario.rows().slice(-1);
    later(scenario, 9);
    expect(known(scenario)).toEqual(['Disk', 'Other']);
    scenario.receives(alertmanager([over('Disk')], { key: 'elsewhere', action: 'resolve' }));
    expect(scenario.rows().find(({ id }) => id === group!.id)).toMatchObject({ status: 'resolved' });
    expect(known(scenario)).toEqual(['Other']);
  });

  it('is forgotten the same by a memory that folds the log anew', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([low('Disk')]));
    scenario.act('ResolveAlertGroup');
    later(scenario, 9);
    const again = new MemoryRows(scenario.world.domain.memory);
    for (const event of scenario.world.events) again.apply(event);
    expect(heldInMemory(again)).toEqual(heldInMemory(scenario.world.memory));
  });
});
