import { readFileSync } from 'node:fs';
import { hashOfClosure } from './closure.mjs';
import { inRoot } from './root.mjs';

const views = inRoot('libs', 'domain', 'src', 'memory-views.ts');

/** The names under which the views of memory stand there. */
const names = () => [...readFileSync(views, 'utf8').matchAll(/\bas (\w+)\b/g)].map(([, name]) => name);

/** What makes the rows of one view: itself, what old events are made of before it sees them, and who folds it. */
const madeBy = (name) => `export { ${name} } from './memory-views.js';
export { upcasters } from './upcasters.js';
export { MemoryRows } from '@tocsin/kernel/memory-rows.js';`;

/** A fingerprint for each view that is kept in memory, by name: rows that were kept under another one are folded again. */
export async function fingerprintsOf(instead) {
  const made = await Promise.all(names().map(async (name) => [name, await hashOfClosure(madeBy(name), instead)]));
  return Object.fromEntries(made);
}
