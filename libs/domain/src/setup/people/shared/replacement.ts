import type { ConfigurationReads } from '../../../reads.js';

/**
 * The person meant by an id: themselves, or the replacement of a person who left. Also ends when replacements form a
 * cycle.
 */
export const replacementOf = (reads: Pick<ConfigurationReads, 'people'>, personId: string): string => {
  const visited = new Set<string>();
  let id = personId;
  while (!visited.has(id)) {
    visited.add(id);
    const person = reads.people.get(id);
    const hasLeft = person?.state === 'disabled' || person?.state === 'erased' || person?.role === 'observer';
    if (!person || !hasLeft || person.replacedById === null) return id;
    id = person.replacedById;
  }
  return personId;
};
