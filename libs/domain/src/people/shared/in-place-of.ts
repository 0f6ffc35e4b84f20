import type { ConfigurationReads } from '../../reads.js';

/** Who is meant where somebody is named: themselves, or whoever took the place of a person who left. Ends also when places go round in a ring. */
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
