// npm run docs: writes docs/reference from the contracts. With --check it writes nothing and names the pages that are stale.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { inRoot } from './env/root.mjs';

await ensureNode();
await ensureInstall();
const { default: prettier } = await import('prettier');
const { loadSources } = await import('./docs/sources.mjs');
const { pagesOf, sources } = await import('./docs/pages.mjs');

const folder = inRoot('docs', 'reference');
const pages = await formatTexts(pagesOf(await loadSources(sources)));
mkdirSync(folder, { recursive: true });
const writtenPages = readdirSync(folder);
const stale = [...new Set([...Object.keys(pages), ...writtenPages])].filter((name) => pages[name] !== contentOf(name)).toSorted();

if (process.argv.includes('--check')) report();
else write();

function report() {
  for (const name of stale) console.error(`stale: docs/reference/${name}`);
  if (stale.length === 0) return console.log('docs/reference is what the contracts say');
  console.error('Run: npm run docs');
  process.exitCode = 1;
}

function write() {
  for (const name of stale) {
    if (name in pages) writeFileSync(inRoot('docs', 'reference', name), pages[name]);
    else rmSync(inRoot('docs', 'reference', name));
    console.log(`docs/reference/${name}`);
  }
}

function contentOf(name) {
  return writtenPages.includes(name) ? readFileSync(inRoot('docs', 'reference', name), 'utf8') : undefined;
}

async function formatTexts(texts) {
  const options = { ...(await prettier.resolveConfig(inRoot('docs', 'reference', 'x.md'))), parser: 'markdown' };
  const entries = Object.entries(texts).map(async ([name, text]) => [`${name}.md`, await prettier.format(text, options)]);
  return Object.fromEntries(await Promise.all(entries));
}
