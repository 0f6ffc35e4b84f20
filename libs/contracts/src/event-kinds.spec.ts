import { events } from './catalogue.js';
import { eventGroupNames, eventGroups } from './event-groups.js';
import { eventGroupOf, eventWordsOf, typesOfGroup } from './event-kinds.js';

describe('kinds of event', () => {
  it('belong to exactly one group each, and no group is empty', () => {
    const grouped = eventGroupNames.flatMap((group) => typesOfGroup(group));
    expect(grouped.toSorted()).toEqual(Object.keys(events).toSorted());
    for (const group of eventGroupNames) expect([group, typesOfGroup(group).length]).not.toContain(0);
    for (const type of grouped) expect(typesOfGroup(eventGroupOf(type)!)).toContain(type);
  });

  it('have a name in words that no other in their group has', () => {
    for (const group of eventGroupNames) {
      const wordings = typesOfGroup(group).map(eventWordsOf);
      expect(new Set(wordings).size).toBe(wordings.length);
      for (const name of [eventGroups[group], ...wordings]) expect(name).toMatch(/^[A-Z](?!\w*[a-z][A-Z](?!D\b))[\w’ -]+$/);
    }
  });

  it('that this release does not know have no group, and are called by their type', () => {
    expect([eventGroupOf('constructor'), eventGroupOf('BirdSang'), eventWordsOf('BirdSang')]).toEqual([undefined, undefined, 'BirdSang']);
  });
});
