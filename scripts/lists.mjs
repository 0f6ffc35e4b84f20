// node scripts/lists.mjs: writes the lists that follow from folders and the names of files. With --check it writes nothing and names the stale ones.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot } from './env/root.mjs';

/** Files beside each list whose code it gives away: by which names. `folder`: the nearest one of the file, in camel case. */
const lists = {
  'libs/contracts/src/nouns.gen.ts': { files: /^[^/]+\/noun\.ts$/, linesOf: ({ folder, from }) => [`export * as ${folder} ${from}`] },
  'libs/contracts/src/connections/kinds/kinds.gen.ts': {
    files: /^[\w-]+\.ts$/,
    linesOf: ({ code, from }) =>
      namesIn(code, /^export const (\w+)Connection = /gm).map((kind) => `export { ${kind}Connection as ${kind} } ${from}`),
  },
  'libs/domain/src/nouns.gen.ts': { files: /^[^/]+\/[^/]+\/noun\.ts$/, linesOf: ({ folder, from }) => [`export * as ${folder} ${from}`] },
  'apps/web/src/features/history/shared/sentences.gen.ts': {
    at: 'apps/web/src/features',
    up: '../../',
    files: /^[^/]+\/shared\/[\w-]*sentences\.ts$/,
    linesOf: ({ code, from }) => namesIn(code, /^export const (\w+Sentences): Sentences</gm).map((name) => `export { ${name} } ${from}`),
  },
  'apps/server/src/channels/makers.gen.ts': {
    files: /^[^/]+\/channel\.ts$/,
    linesOf: ({ folder, from }) => [`export { ${folder}Channel as ${folder} } ${from}`],
  },
  // the test of a kind of connection may be in the folder of its channel
  'apps/server/src/channels/connection-tests.gen.ts': {
    at: 'apps/server/src',
    up: '../',
    files: /^(connections|channels)\/.*test-?[\w-]*\.ts$/,
    linesOf: ({ code, from }) =>
      namesIn(code, /^export const (\w+): ConnectionTest\b/gm).map(
        (name) => `export { ${name} as ${name.replace(/^test(.)/, (_, first) => first.toLowerCase())} } ${from}`,
      ),
  },
  'apps/web/src/features/settings/connections/kinds.gen.ts': {
    files: /^[^/]+\.tsx?$/,
    linesOf: ({ code, from }) => namesIn(code, /^export const (\w+): ConnectionWords\b/gm).map((name) => `export { ${name} } ${from}`),
  },
  'apps/server/src/ingest/senders/about.gen.ts': {
    files: /^[^/]+\/about[\w-]*\.ts$/,
    linesOf: ({ code, from }) => namesIn(code, /^export const (\w+): Sender\b/gm).map((name) => `export { ${name} } ${from}`),
  },
  'libs/contracts/src/page-paths.gen.ts': {
    at: 'apps/web/src/routes',
    files: /^tree\.tsx$/,
    before: 'export const appPaths: readonly string[] = [',
    linesOf: ({ code }) =>
      namesIn(code, /(?:path: |screen\(|searched\()\s*'\/?([^']*)'/g)
        .toSorted()
        .map((path) => `  '/${path}',`),
    after: '];',
  },
};

const stale = Object.entries(lists)
  .map(([list, found]) => [list, textOf({ at: dirname(list), ...found })])
  .filter(([list, text]) => !existsSync(inRoot(list)) || readFileSync(inRoot(list), 'utf8') !== text);
if (!process.argv.includes('--check')) for (const [list, text] of stale) writeFileSync(inRoot(list), text);
else if (stale.length > 0) {
  console.error(`stale: ${stale.map(([list]) => list).join(', ')}. Run: npm run docs`);
  process.exitCode = 1;
}

function textOf({ at, up = './', files, linesOf, before, after }) {
  const found = readdirSync(inRoot(at), { recursive: true }).map((file) => file.replaceAll('\\', '/'));
  const lines = found
    .filter((file) => files.test(file))
    .toSorted()
    .flatMap((file) => linesOf(partsOf(at, up, file)));
  return ['// Written by scripts/lists.mjs', before, ...lines, after, ''].filter((line) => line !== undefined).join('\n');
}

function partsOf(at, up, file) {
  const folder = (file.split('/').at(-2) ?? '').replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  return { file, folder, code: readFileSync(inRoot(at, file), 'utf8'), from: `from '${up}${file.replace(/tsx?$/, 'js')}';` };
}

function namesIn(code, pattern) {
  return [...code.matchAll(pattern)].map(([, name]) => name);
}
