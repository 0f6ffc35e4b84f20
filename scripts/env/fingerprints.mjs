import { hashOfClosure } from './closure.mjs';
import { memoryOf, nouns } from './nouns.mjs';

/** Code that decodes old events and folds them into views. */
const foldingSources = () => [
  ...nouns()
    .filter(({ parts }) => parts.includes('upcasters'))
    .map(({ folder }, index) => `export { upcasters as upcasters${index} } from './${folder}/upcasters.js';`),
  `export { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';`,
];

/** Key of the fingerprint of the code that reads events for reports. */
const reportFacts = 'report facts';
const reading = `export { FactReader } from './observers/reports/facts-of-event.js';`;

/** A fingerprint for each view that is kept in memory, by name: rows that were kept under another one are folded again. */
export async function fingerprintsOf(substitutes) {
  const views = nouns().flatMap(({ folder }) => memoryOf(folder).map((name) => ({ folder, name })));
  const sourcesOf = ({ folder, name }) => [`export { ${name} } from './${folder}/memory.js';`, ...foldingSources()].join('\n');
  const hashes = await Promise.all(views.map(async (view) => [view.name, await hashOfClosure(sourcesOf(view), substitutes)]));
  return { ...Object.fromEntries(hashes), [reportFacts]: await hashOfClosure([reading, ...foldingSources()].join('\n'), substitutes) };
}
