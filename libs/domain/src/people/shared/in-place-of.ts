import type { ConfigurationReads } from '../../reads.js';

/**
 * The person meant by an id: themselves, or the replacement of a person who left. Also ends when replacements form a
 * cycle.
 */
export const inPlaceOf = (reads: Pick<ConfigurationReads, 'people'>, personId: string): string => {
  const passed = new Set<string>();
  let id = personId;
  while (!passed.has(id)) {
    passed.add(id);
    const person = reads.people.get(id);
    const hasLeft = person?.state === 'disabled' || person?.state === 'erased' || person?.role === 'observer';
    if (!person || !hasLeft || person.replacedById === null) return id;
    id = person.replacedById;
  }
  return personId;
};
