// npm run bench [-- ROW…] [-- --rounds N]: measures what speed depends on, each figure beside its ceiling or a peer in the same run, and
// writes docs/figures.md. Rows that are not named keep the figures they had.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureAptPackage } from './env/apt.mjs';
import { ensureBuild } from './env/build.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { inRoot } from './env/root.mjs';
import { rows } from './env/bench-rows.mjs';

const page = inRoot('docs', 'figures.md');
const head = '| what | figure | beside it | ratio | wanted | | note |\n| --- | --- | --- | --- | --- | --- | --- |';
const intro = `# Figures

## Bench

Written by \`npm run bench\`. The contestants of a row run in turn, in one run on one machine, with the load generator beside them: the ratio is
the median of the pairs, and what counts. The figures themselves drift with the machine.`;

await ensureNode();
await ensureInstall();
await ensureBuild();
const { machine } = await import('../test/bench/measure.mjs');

const { values, positionals } = parseArgs({ options: { rounds: { type: 'string', default: '5' } }, allowPositionals: true });
const unknown = positionals.filter((name) => !(name in rows));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}. There are: ${Object.keys(rows).join(', ')}.`);
  process.exit(2);
}
const rowNames = positionals.length > 0 ? positionals : Object.keys(rows);
const alertmanager = rowNames.includes('ingest') && (await ensureAptPackage('prometheus-alertmanager', 'prometheus-alertmanager'));
if (alertmanager) process.env.TOCSIN_ALERTMANAGER = alertmanager;

const measured = {};
for (const name of rowNames) measured[name] = await measure(name);
await write(measured);
process.exit(0); // servers and sockets of the last round may still be ending

async function measure(name) {
  console.log(`\n${name}`);
  const run = await rows[name]();
  const lines = await run({ rounds: Number(values.rounds) }).catch((error) => [
    { what: name, note: `not run: ${String(error.message).split('\n')[0]}` },
  ]);
  for (const line of lines) console.log(`  ${cellsOf(line).filter(Boolean).join(' · ')}`);
  return [`<!-- ${name} -->`, `*${stamp()}*`, '', head, ...lines.map((line) => `| ${cellsOf(line).join(' | ')} |`)].join('\n');
}

function cellsOf({ what, figure = '', ceiling = '', ratio = '', wanted = '', met, note = '' }) {
  return [what, figure, ceiling, ratio, wanted, met === undefined ? '' : met ? 'met' : '**missed**', note];
}

function stamp() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: inRoot(), encoding: 'utf8' }).trim();
  return `${new Date().toISOString().slice(0, 10)}, ${commit}, ${machine()}`;
}

/** Writes the new measurements, and keeps the other rows of the page. */
async function write(measured) {
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const keptResult = (name) =>
    before
      .split(/\n(?=<!-- \w+ -->)/)
      .find((part) => part.startsWith(`<!-- ${name} -->`))
      ?.split('\n## ')[0]
      .trim();
  const sections = Object.keys(rows)
    .map((name) => measured[name] ?? keptResult(name))
    .filter(Boolean);
  const rest = /\n(## (?!Bench)[^]*)$/.exec(before)?.[1] ?? '';
  const { default: prettier } = await import('prettier');
  const options = { ...(await prettier.resolveConfig(page)), parser: 'markdown' };
  writeFileSync(page, await prettier.format(`${[intro, ...sections, rest].join('\n\n')}\n`, options));
}
