// npm test [-- SUITE… | FILE…] [jest options]: all suites, or the ones named, or those that the files belong to.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureAptPackage } from './env/apt.mjs';
import { ensureBuild } from './env/build.mjs';
import { ensureChromium } from './env/chromium.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { memoryFolder } from './env/memory-folder.mjs';
import { clearNotRun, notRun, notRunFile, readNotRun } from './env/not-run.mjs';
import { ensurePostgres } from './env/postgres.mjs';
import { startPostgres } from './env/postgres-server.mjs';
import { inRoot } from './env/root.mjs';
import { run } from './env/run.mjs';
import { summaryOf } from './env/summary.mjs';
import { suites } from './suites.mjs';

const prepare = {
  build: async () => ({ ...(await ensureBuild()) }),
  postgres: async () => given('POSTGRES_PROGRAMS', await ensurePostgres(), 'tests against PostgreSQL: npm has none for this platform'),
  chromium: async () => given('CHROME_PATH', await ensureChromium(), 'tests in a browser: install Chromium, or set CHROME_PATH'),
  alertmanager: async () =>
    given(
      'TOCSIN_ALERTMANAGER',
      await ensureAptPackage('prometheus-alertmanager', 'prometheus-alertmanager'),
      "tests with a real Alertmanager: install Debian's prometheus-alertmanager (apt-get install prometheus-alertmanager, as root)",
    ),
};

const given = (variable, path, otherwise) => (path ? { [variable]: path } : missing(otherwise));

function missing(line) {
  notRun(line);
  return {};
}

await ensureNode();
await ensureInstall();
clearNotRun();

const args = process.argv.slice(2);
const deep = args.includes('--deep') || process.env.TOCSIN_DEEP === '1';
const jestArgs = args.filter((arg) => arg !== '--deep' && !(arg in suites));
const selected = Object.keys(suites).filter(isSelected);

// the suites start some two hundred servers: what one has compiled, the next one reads
const compiled = { NODE_COMPILE_CACHE: inRoot('.cache', 'compiled') };
const env = { TOCSIN_NOT_RUN_FILE: notRunFile, ...compiled, ...(deep && { TOCSIN_DEEP: '1' }) };
for (const need of new Set(selected.flatMap((name) => suites[name].needs))) Object.assign(env, await prepare[need]());

// after what is fetched and built: of the tests alone nothing stays. The deep run writes more than a machine may have memory for
const inMemory = deep || process.env.TMPDIR ? null : memoryFolder();
if (inMemory) process.env.TMPDIR = inMemory;

const results = [];
for (const name of selected) results.push(await runSuite(name));
const { lines, isFailed } = summaryOf(results, readNotRun());
console.log(['', ...lines].join('\n'));
process.exitCode = isFailed ? 1 : 0;

function isSelected(name) {
  const named = args.filter((arg) => arg in suites);
  const files = jestArgs.filter((arg) => /^(\.\/)?(libs|apps|test)\//.test(arg)).map((file) => suiteOf(file.replace(/^\.\//, '')));
  const wanted = [...named, ...files];
  return wanted.length === 0 || wanted.includes(name);
}

function suiteOf(file) {
  const project = file.startsWith('test/') ? file.split('/')[1] : 'unit';
  const apart = Object.keys(suites).find(
    (name) => suites[name].project === project && suites[name].only?.some((part) => file.includes(part)),
  );
  return apart ?? project;
}

/** The files of these names, as jest is told of them. */
function matching(project, names) {
  return `/test/${project}/(${names.join('|')})`;
}

/** Which files of its project a suite takes, as options of jest. */
function filesOf({ project, only, without = [] }) {
  if (only) return ['--testPathPatterns', matching(project, only)];
  const apart = Object.values(suites).flatMap((suite) => (suite.project === project && suite.only) || []);
  const left = [...apart, ...(deep ? [] : without)];
  return left.length > 0 ? [`--testPathIgnorePatterns=${matching(project, left)}`] : [];
}

async function runSuite(name) {
  const { minutes, workers, project = name, env: more = {}, only, without, sharesPostgres = false } = suites[name];
  const results = inRoot('.cache', 'results', `${name}.json`);
  mkdirSync(inRoot('.cache', 'results'), { recursive: true });
  rmSync(results, { force: true });
  const began = performance.now();
  const postgres = sharesPostgres && env.POSTGRES_PROGRAMS ? await startPostgres(env.POSTGRES_PROGRAMS) : null;
  const files = filesOf({ project, only, without });
  // with every line, show what is printed, too
  const isVerbose = jestArgs.includes('--verbose');
  const reporters = [...(isVerbose ? ['--reporters', 'default'] : []), '--reporters', './scripts/env/quiet-reporter.mjs'];
  const options = ['--passWithNoTests', ...reporters, ...files];
  const parallel = workers === 1 ? '--runInBand' : `--maxWorkers=${workers}`;
  const { code } = await run(process.execPath, ['node_modules/jest/bin/jest.js', ...options, parallel, ...jestArgs], {
    env: {
      ...env,
      ...postgres?.env,
      TOCSIN_TEST_PROJECT: project,
      TOCSIN_TEST_RESULTS: results,
      ...(isVerbose && { TOCSIN_TEST_VERBOSE: '1' }),
      ...more,
    },
  });
  await postgres?.stop();
  const seconds = (performance.now() - began) / 1000;
  return { name, seconds, minutes: deep ? null : minutes, ...counts(results, code) };
}

/** A file that did not even load, and a jest that died, count as one failure each. */
function counts(results, code) {
  if (!existsSync(results)) return { passed: 0, failed: 1, skipped: 0 };
  const { passed, failed, skipped } = JSON.parse(readFileSync(results, 'utf8'));
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}
