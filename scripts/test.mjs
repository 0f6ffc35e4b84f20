// npm test [-- SUITE… | FILE…] [jest options]: all suites, or the ones named, or those that the files belong to.
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAptPackage } from './env/apt.mjs';
import { ensureBuild } from './env/build.mjs';
import { ensureChromium, ensureHeadlessShell } from './env/chromium.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { memoryFolder } from './env/memory-folder.mjs';
import { clearNotRun, noteSkipped, notRunFile, readNotRun } from './env/skipped.mjs';
import { ensurePostgres } from './env/postgres.mjs';
import { startPostgres } from './env/postgres-server.mjs';
import { inRoot } from './env/root.mjs';
import { run } from './env/run.mjs';
import { summaryOf } from './env/summary.mjs';
import { filesAtOnce, suites, waitingFiles, wholeMinutes } from './suites.mjs';

const prepare = {
  build: async () => ({ ...(await ensureBuild()) }),
  postgres: async () => variableIf('POSTGRES_PROGRAMS', await ensurePostgres(), 'tests against PostgreSQL: npm has none for this platform'),
  chromium: async () => {
    const path = await ensureChromium();
    const shell = path && !deep && (await ensureHeadlessShell(path));
    return {
      ...variableIf('CHROME_PATH', path, 'tests in a browser: install Chromium, or set CHROME_PATH'),
      ...(shell && { CHROME_SHELL_PATH: shell }),
    };
  },
  alertmanager: async () =>
    variableIf(
      'TOCSIN_ALERTMANAGER',
      await ensureAptPackage('prometheus-alertmanager', 'prometheus-alertmanager'),
      "tests with a real Alertmanager: install Debian's prometheus-alertmanager (apt-get install prometheus-alertmanager, as root)",
    ),
};

const variableIf = (variable, path, warning) => (path ? { [variable]: path } : warnMissing(warning));

function warnMissing(line) {
  noteSkipped(line);
  return {};
}

await ensureNode();
await ensureInstall();
clearNotRun();

const args = process.argv.slice(2);
const deep = args.includes('--deep') || process.env.TOCSIN_DEEP === '1';
const jestArgs = args.filter((arg) => arg !== '--deep' && !arg.startsWith('--seed=') && !(arg in suites));
const selected = Object.keys(suites).filter(isSelected);

// it orders the tests of a file in suites that are `shuffled`: in the short run in one way for all, in the deep run in another each time
const seedArgument = args.find((arg) => arg.startsWith('--seed='))?.slice('--seed='.length);
const seed = seedArgument ?? (deep ? randomInt(2 ** 31) : 20_261_126);

// the suites start some two hundred servers, which share the compile cache
const compiled = { NODE_COMPILE_CACHE: inRoot('.cache', 'compiled') };
const env = { TOCSIN_NOT_RUN_FILE: notRunFile, ...compiled, ...(deep && { TOCSIN_DEEP: '1' }) };
for (const need of new Set(selected.flatMap((name) => suites[name].needs))) Object.assign(env, await prepare[need]());

// after what is fetched and built: of the tests alone nothing stays. The deep run writes more than a machine may have memory for
const inMemory = deep || process.env.TMPDIR ? null : memoryFolder();
if (inMemory) process.env.TMPDIR = inMemory;

// the logs of the servers of tests, which the suite `proofs` reads
const logs = mkdtempSync(join(tmpdir(), 'tocsin-proofs-'));
process.once('exit', () => rmSync(logs, { recursive: true, force: true }));
env.TOCSIN_TEST_PROOFS = logs;

const noTests = { passed: 0, failed: 0, skipped: 0, seconds: 0, minutes: null };

const began = performance.now();
const results = await runTogether(selected.filter((name) => !suites[name].after));
results.push(...(await runProofs()));
const total = { seconds: (performance.now() - began) / 1000, minutes: deep ? null : wholeMinutes };
const { lines, isFailed } = summaryOf(results, readNotRun(), total, seed);
console.log(['', ...lines].join('\n'));
process.exitCode = isFailed ? 1 : 0;

function isSelected(name) {
  const suiteNames = args.filter((arg) => arg in suites);
  const files = jestArgs.filter((arg) => /^(\.\/)?(libs|apps|test)\//.test(arg)).map((file) => suiteOf(file.replace(/^\.\//, '')));
  const selectedNames = [...suiteNames, ...files];
  return selectedNames.length === 0 || selectedNames.includes(name);
}

function suiteOf(file) {
  return file.startsWith('test/') ? file.split('/')[1] : 'unit';
}

/** Proves the logs that tests have left. A whole run leaves some: it fails where there are none. */
async function runProofs() {
  const files = ['first', 'second', 'third']
    .slice(0, readdirSync(logs).filter((log) => existsSync(join(logs, log, 'about.json'))).length)
    .map((part) => `test/proofs/${part}-part.spec.ts`);
  const results = files.length > 0 ? await runSuites(['proofs'], { workers: filesAtOnce, options: files }) : [];
  const isWhole = jestArgs.length === 0 && selected.includes('promises');
  const missing = isWhole ? await findPromisesNotRebuilt() : [];
  for (const promise of missing) console.log(`${promise}: no test has left a data folder on which a server could build the views again`);
  return missing.length > 0 ? [...results, { ...noTests, name: 'rebuilds', failed: missing.length }] : results;
}

/** The promises of the sample whose tests have left no data folder: in the end of a test, `detach` instead of `close` is enough for that. */
async function findPromisesNotRebuilt() {
  const { rebuiltPromises } = await import('../libs/testing/src/stage/rebuilt-promises.ts');
  const origins = readdirSync(logs)
    .map((log) => join(logs, log, 'about.json'))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const rebuilt = origins.filter(({ profile, server }) => profile === 'embedded' && server).map(({ file }) => file);
  return rebuiltPromises.filter((promise) => !rebuilt.some((file) => file.startsWith(`test/promises/${promise}`)));
}

/** Runs the suites of these names; files that mostly wait run beside the others, unless only some tests were requested. */
async function runTogether(names) {
  const waitingSuites = names.filter((name) => waitingFiles.some((file) => file.startsWith(`test/${name}/`)));
  const hasSome = jestArgs.some((arg) => !arg.startsWith('-'));
  if (names.length === 0) return [];
  if (hasSome || waitingSuites.length === 0) return runSuites(names, { workers: filesAtOnce });
  const [some, otherResults] = await Promise.all([
    runSuites(waitingSuites, { workers: 1, half: 'waiting' }),
    runSuites(names, { workers: filesAtOnce, half: 'others' }),
  ]);
  return otherResults.map((result) =>
    addResult(
      result,
      some.find(({ name }) => name === result.name),
    ),
  );
}

function addResult(result, more) {
  if (!more) return result;
  const sums = ['passed', 'failed', 'skipped', 'seconds'].map((key) => [key, result[key] + more[key]]);
  return { ...result, ...Object.fromEntries(sums) };
}

/** Runs files of the suites of these names in one jest; resolves to the result of each suite. `half`: see jest.config.mjs. */
async function runSuites(names, { workers, half, options = jestArgs }) {
  const file = inRoot('.cache', 'results', `${half ?? names[0]}.json`);
  mkdirSync(inRoot('.cache', 'results'), { recursive: true });
  rmSync(file, { force: true });
  const sharesPostgres = names.some((name) => suites[name].sharesPostgres);
  const postgres = sharesPostgres && env.POSTGRES_PROGRAMS ? await startPostgres(env.POSTGRES_PROGRAMS) : null;
  // with every line, print captured output, too
  const isVerbose = jestArgs.includes('--verbose');
  const reporters = [...(isVerbose ? ['--reporters', 'default'] : []), '--reporters', './scripts/env/quiet-reporter.mjs'];
  const parallel = workers === 1 ? '--runInBand' : `--maxWorkers=${workers}`;
  const { code } = await run(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--passWithNoTests', `--seed=${seed}`, ...reporters, parallel, ...options],
    {
      env: {
        ...env,
        ...postgres?.env,
        TOCSIN_TEST_SUITES: names.join(','),
        TOCSIN_TEST_RESULTS: file,
        ...(half && { TOCSIN_TEST_HALF: half }),
        ...(isVerbose && { TOCSIN_TEST_VERBOSE: '1' }),
      },
    },
  );
  await postgres?.stop();
  const countedTests = countTests(file, names, code);
  return names.map((name) => ({ name, minutes: deep ? null : suites[name].minutes, ...countedTests(name) }));
}

/** How many tests of a suite passed. A jest that died counts as one failure of each of its suites. */
function countTests(file, names, code) {
  const { minutes: _, ...none } = noTests;
  if (!existsSync(file)) return () => ({ ...none, failed: 1 });
  const results = JSON.parse(readFileSync(file, 'utf8'));
  const isUnexplained = code !== 0 && Object.values(results).every(({ failed }) => failed === 0);
  return (name) => {
    const suiteCounts = results[name] ?? none;
    return isUnexplained && name === names[0] ? { ...suiteCounts, failed: 1 } : suiteCounts;
  };
}
