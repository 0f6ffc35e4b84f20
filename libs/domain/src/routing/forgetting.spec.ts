import { heldInMemory } from '@tocsin/testing/held-in-memory.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { Harbour } from '../alert-groups/groups.fixture.js';
import { alertmanager, alertOf, over } from './signals.fixture.js';
import type { ThreadRow } from './shared/thread-row.js';

/** Low urgency climbs no further, so that days pass in few steps. */
const low = (name: string) => alertOf(name, { severity: 'warning' });
const known = (harbour: Harbour): readonly string[] =>
  [...new Set([...harbour.world.memory.rows<ThreadRow>('threads').all()].flatMap(({ alerts }) => Object.keys(alerts)))].toSorted();
const later = (harbour: Harbour, days: number): void => {
  harbour.passes(days * 24 * 60);
  // log time goes on with the next event
  harbour.receives(alertmanager([low('Other')], { key: 'other' }));
};

describe('where an alert fires', () => {
  it('is known as long as what it belongs to, also when a person resolved that', () => {
    const harbour = new Harbour();
    harbour.receives(alertmanager([low('Disk'), low('Cpu')]));
    harbour.act('ResolveAlertGroup');
    later(harbour, 7);
    expect(known(harbour)).toEqual(['Cpu', 'Disk', 'Other']);
    later(harbour, 2);
    expect(known(harbour)).toEqual(['Other']);
  });

  it('forgets the places that are gone, and keeps those where it still fires', () => {
    const harbour = new Harbour();
    harbour.receives(alertmanager([low('Disk')], { key: 'old' }));
    harbour.act('ResolveAlertGroup');
    harbour.receives(alertmanager([low('Disk')], { key: 'new' }));
    const [group] = harbour.rows().slice(-1);
    later(harbour, 9);
    expect(known(harbour)).toEqual(['Disk', 'Other']);
    harbour.receives(alertmanager([over('Disk')], { key: 'elsewhere', action: 'resolve' }));
    expect(harbour.rows().find(({ id }) => id === group!.id)).toMatchObject({ status: 'resolved' });
    expect(known(harbour)).toEqual(['Other']);
  });

  it('is forgotten the same by a memory that folds the log anew', () => {
    const harbour = new Harbour();
    harbour.receives(alertmanager([low('Disk')]));
    harbour.act('ResolveAlertGroup');
    later(harbour, 9);
    const again = new MemoryRows(harbour.world.domain.memory);
    for (const event of harbour.world.events) again.apply(event);
    expect(heldInMemory(again)).toEqual(heldInMemory(harbour.world.memory));
  });
});
