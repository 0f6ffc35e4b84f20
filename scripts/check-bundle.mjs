// The first screen's JavaScript: the entry, the app, its shell and the list of alerts, with all that they import statically, gzipped.
// Somebody opens this on a phone, at night, on one bar.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { inRoot } from './env/root.mjs';

const budget = 170_000; // bytes

/** What the entry loads at once for the first screen; the router splits the routes' components off. */
const loadedAtOnce = /^src\/app\/start\.tsx$|^src\/routes\/_in(\/alerts\.index)?\.tsx\?tsr-split=component$/;

const manifest = JSON.parse(readFileSync(inRoot('dist', 'web', '.vite', 'manifest.json'), 'utf8'));
const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry || loadedAtOnce.test(key));
if (entries.length < 4) throw new Error(`the first screen is not where it was looked for: ${entries.join(', ')}`);
const files = [...new Set(entries.flatMap((key) => withImports(key)).map((key) => manifest[key].file))];
const sizes = files.map((file) => ({ file, bytes: gzipSync(readFileSync(inRoot('dist', 'web', file))).length }));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);

console.log(`first screen: ${kB(total)} of ${kB(budget)}`);
if (total > budget) {
  for (const { file, bytes } of sizes) console.error(`  ${file} ${kB(bytes)}`);
  process.exitCode = 1;
}

function withImports(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  return [key, ...(manifest[key].imports ?? []).flatMap((imported) => withImports(imported, seen))];
}

function kB(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
