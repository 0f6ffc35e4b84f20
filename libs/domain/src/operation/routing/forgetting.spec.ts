import { measureHeap } from '@tocsin/testing/heap-usage.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { Scenario } from '../alert-groups/groups.fixture.js';
import { alertmanager, alertOf, resolvedAlert } from './signals.fixture.js';
import type { ThreadRow } from './shared/thread-row.js';

/** Low urgency climbs no further, so that days pass in few steps. */
const lowAlert = (name: string) => alertOf(name, { severity: 'warning' });
const knownThreads = (scenario: Scenario): readonly string[] =>
  [...new Set([...scenario.world.memory.rows<ThreadRow>('threads').all()].flatMap(({ alerts }) => Object.keys(alerts)))].toSorted();
const moveDays = (scenario: Scenario, days: number): void => {
  scenario.passes(days * 24 * 60);
  // log time advances with the next event
  scenario.receives(alertmanager([lowAlert('Other')], { key: 'other' }));
};

describe('where an alert fires', () => {
  it('is known as long as what it belongs to, also when a person resolved that', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([lowAlert('Disk'), lowAlert('Cpu')]));
    scenario.act('ResolveAlertGroup');
    moveDays(scenario, 7);
    expect(knownThreads(scenario)).toEqual(['Cpu', 'Disk', 'Other']);
    moveDays(scenario, 2);
    expect(knownThreads(scenario)).toEqual(['Other']);
  });

  it('forgets the places that are gone, and keeps those where it still fires', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([lowAlert('Disk')], { key: 'old' }));
    scenario.act('ResolveAlertGroup');
    scenario.receives(alertmanager([lowAlert('Disk')], { key: 'new' }));
    const [group] = scenario.rows().slice(-1);
    moveDays(scenario, 9);
    expect(knownThreads(scenario)).toEqual(['Disk', 'Other']);
    scenario.receives(alertmanager([resolvedAlert('Disk')], { key: 'elsewhere', action: 'resolve' }));
    expect(scenario.rows().find(({ id }) => id === group!.id)).toMatchObject({ status: 'resolved' });
    expect(knownThreads(scenario)).toEqual(['Other']);
  });

  it('is forgotten the same by a memory that folds the log anew', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([lowAlert('Disk')]));
    scenario.act('ResolveAlertGroup');
    moveDays(scenario, 9);
    const rebuiltMemory = new MemoryRows(scenario.world.domain.memory);
    for (const event of scenario.world.events) rebuiltMemory.apply(event);
    expect(measureHeap(rebuiltMemory)).toEqual(measureHeap(scenario.world.memory));
  });
});
