// JavaScript loaded before the first render, by entry point, gzipped. The app is opened on phones, at night, with a weak signal.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { inRoot } from './env/root.mjs';

const entry = /^index\.html$/;
const app = /^_app-/;

/** The files a visit begins with, by their keys in the build's manifest, and the bytes that they and all they import may have. */
const visits = {
  'the list of alerts': { begins: [entry, app, /^_alerts-/], budget: 150_000 },
  'the sign-in': { begins: [entry, app, /^src\/features\/session\/sign-in-screen\.tsx$/], budget: 132_500 },
  'the page of a page': { begins: [entry, /^src\/features\/page-link\/page-link\.ts$/], budget: 5_750 },
};

const manifest = JSON.parse(readFileSync(inRoot('dist', 'web', '.vite', 'manifest.json'), 'utf8'));

for (const [name, { begins, budget }] of Object.entries(visits)) {
  const files = begins.flatMap((begin) => filesOf(begin));
  const sizes = [...new Set(files)].map((file) => ({ file, bytes: gzipSync(readFileSync(inRoot('dist', 'web', file))).length }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${name}: ${formatKilobytes(total)} of ${formatKilobytes(budget)}`);
  if (total <= budget) continue;
  for (const { file, bytes } of sizes) console.error(`  ${file} ${formatKilobytes(bytes)}`);
  process.exitCode = 1;
}

function filesOf(begin) {
  const keys = Object.keys(manifest).filter((key) => begin.test(key) && manifest[key].file.endsWith('.js'));
  if (keys.length !== 1) throw new Error(`${begin} should name one file of the build, and names: ${keys.join(', ') || 'none'}`);
  return withImports(keys[0]).map((key) => manifest[key].file);
}

function withImports(key, visited = new Set()) {
  if (visited.has(key)) return [];
  visited.add(key);
  return [key, ...(manifest[key].imports ?? []).flatMap((imported) => withImports(imported, visited))];
}

function formatKilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
