// npm run docs: writes what follows from the code: lists, refusals of commands, and the reference: what people read whole, and a snapshot of the API, to
// docs/reference; all of it to dist/reference, which the web is built with. With --built it writes that alone; with --check it writes nothing and names the
// stale pages of docs/reference.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { inRoot } from './env/root.mjs';
import { must } from './env/run.mjs';

await ensureNode();
await ensureInstall();
if (process.argv.length === 2) for (const script of ['lists', 'command-refusals']) await must(process.execPath, [`scripts/${script}.mjs`]);

const { loadSources } = await import('./docs/sources.mjs');
const { pagesInGit, pagesOf, sources } = await import('./docs/pages.mjs');

const contracts = await loadSources(sources);
const inGit = { folder: 'docs/reference', pages: pagesInGit(contracts) };
const built = { folder: 'dist/reference', pages: pagesOf(contracts) };

if (process.argv.includes('--check')) report(inGit);
else {
  write(built);
  if (!process.argv.includes('--built')) write(inGit);
}

function report({ folder, pages }) {
  const stale = staleIn(folder, pages);
  for (const name of stale) console.error(`stale: ${folder}/${name}`);
  if (stale.length === 0) return console.log(`${folder} is what the contracts say`);
  console.error('Run: npm run docs');
  process.exitCode = 1;
}

function write({ folder, pages }) {
  mkdirSync(inRoot(folder), { recursive: true });
  for (const name of staleIn(folder, pages)) {
    if (name in pages) writeFileSync(inRoot(folder, name), pages[name]);
    else rmSync(inRoot(folder, name));
    console.log(`${folder}/${name}`);
  }
}

function staleIn(folder, pages) {
  const written = readdirSync(inRoot(folder));
  const contentOf = (name) => (written.includes(name) ? readFileSync(inRoot(folder, name), 'utf8') : undefined);
  return [...new Set([...Object.keys(pages), ...written])].filter((name) => pages[name] !== contentOf(name)).toSorted();
}
