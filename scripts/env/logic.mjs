import { hashOfClosure } from './closure.mjs';
import { nouns } from './nouns.mjs';

/** What screens show, how commands are found again, and what a fact followed from, decides nothing. */
const undecided = new Set(['views', 'inputs', 'causes']);

/** Everything that decides, and that it decides on. */
const rules = () =>
  nouns().flatMap(({ folder, parts }, noun) =>
    parts.filter((part) => !undecided.has(part)).map((part) => `export { ${part} as ${part}${noun} } from './${folder}/noun.js';`),
  );

/** The version of the rules, recorded in the meta of their events: a hash of all deciding code, with its dependencies. */
export const logicOf = (substitutes) =>
  hashOfClosure([...rules(), `export { domainReads } from './domain-reads.js';`].join('\n'), substitutes);
