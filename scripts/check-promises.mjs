// Is every promise in test/promises/README.md, and is there a file for each that is ticked? A file is the spec of a promise, or one of several
// that a spec of their folder imports; `cast.ts`, `messages.ts` or `alarm.ts` is what these share.
import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './env/root.mjs';

const folder = inRoot('test', 'promises');
const ticked = new Map();
for (const [, tick, id] of readFileSync(`${folder}/README.md`, 'utf8').matchAll(/^- \[([ x])\] `([^`]+)`$/gm)) ticked.set(id, tick === 'x');

const existingPromises = [
  ...specsIn('.'),
  ...['acts', 'audit', 'bundles', 'messages', 'pages', 'policies', 'schedules', 'signals', 'storms', 'throttles'].flatMap(partsIn),
];
const faults = [
  ...existingPromises.filter((id) => !ticked.has(id)).map((id) => `${id} is not in the list`),
  ...existingPromises.filter((id) => ticked.get(id) === false).map((id) => `${id} has a file but no tick`),
  ...[...ticked].filter(([id, isTicked]) => isTicked && !existingPromises.includes(id)).map(([id]) => `${id} is ticked but has no file`),
];
for (const fault of faults) console.error(`test/promises/README.md: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

function specsIn(room) {
  return namesIn(room).flatMap((name) => (name.endsWith('.spec.ts') ? [name.replace(/\.spec\.ts$/, '')] : []));
}

function partsIn(room) {
  const parts = namesIn(room).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !['cast.ts', 'alarm.ts', `${room}.ts`].includes(name),
  );
  return parts.map((name) => `${room}/${name.replace(/\.ts$/, '')}`);
}

function namesIn(room) {
  return readdirSync(`${folder}/${room}`);
}
