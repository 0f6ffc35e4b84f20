// npm test [-- SUITE… | FILE…] [jest options]: all suites, or the ones named, or those that the files belong to. --full: all of their files; --deep:
// with the full counts of what is random, too.
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAptPackage } from './env/apt.mjs';
import { ensureBuild } from './env/build.mjs';
import { ensureChromium, ensureHeadlessShell } from './env/chromium.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { memoryFolder } from './env/memory-folder.mjs';
import { clearNotRun, noteSkipped, notRunFile, readNotRun } from './env/skipped.mjs';
import { ensurePostgres } from './env/postgres.mjs';
import { ensureSenderPrograms } from './env/sender-programs.mjs';
import { startPostgres } from './env/postgres-server.mjs';
import { inRoot } from './env/root.mjs';
import { run } from './env/run.mjs';
import { summaryOf } from './env/summary.mjs';
import { suiteOf, suites, tierOf } from './suites.mjs';

/** What makes ready what suites need, and the environment of tests that comes of it. */
const prepare = {
  build: async () => {
    await ensureBuild();
  },
  postgres: async () => ({
    POSTGRES_PROGRAMS: (await ensurePostgres()) ?? noteSkipped('tests against PostgreSQL: npm has none for this platform'),
  }),
  chromium: async () => {
    const path = (await ensureChromium()) ?? noteSkipped('tests in a browser: install Chromium, or set CHROME_PATH');
    return { CHROME_PATH: path, CHROME_SHELL_PATH: path && tier !== 'deep' ? await ensureHeadlessShell(path) : undefined };
  },
  senderPrograms: async () => {
    const isNeeded = tier !== 'short' || files.some((file) => /programs\.spec|prometheus-real|kannel-real/.test(file));
    const folder = isNeeded ? await ensureSenderPrograms() : undefined;
    const prometheus = folder && `${folder}/prometheus/usr/bin/prometheus`;
    return {
      TOCSIN_SENDER_PROGRAMS: folder,
      ...(prometheus && !process.env.TOCSIN_PROMETHEUS && existsSync(prometheus) && { TOCSIN_PROMETHEUS: prometheus }),
    };
  },
  alertmanager: async () => ({
    TOCSIN_ALERTMANAGER:
      (await ensureAptPackage('prometheus-alertmanager', 'prometheus-alertmanager')) ??
      noteSkipped(
        "tests with a real Alertmanager: install Debian's prometheus-alertmanager (apt-get install prometheus-alertmanager, as root)",
      ),
  }),
};

await ensureNode();
await ensureInstall();
clearNotRun();

const args = process.argv.slice(2);
const tier = tierOf(args);
const jestArgs = args.filter((arg) => !['--full', '--deep'].includes(arg) && !arg.startsWith('--seed=') && !(arg in suites));
const files = jestArgs.filter((arg) => /^(\.\/)?(libs|apps|test)\//.test(arg));
const named = [...args.filter((arg) => arg in suites), ...files.map(suiteOf)];
const selected = Object.keys(suites).filter((name) => name !== 'proofs' && (named.length === 0 || named.includes(name)));

// it orders the tests of a file in suites that are `shuffled`: in one way for all, in the deep run in another each time
const seed = args.find((arg) => arg.startsWith('--seed='))?.slice('--seed='.length) ?? (tier === 'deep' ? randomInt(2 ** 31) : 20_261_126);

/** V8’s flags of jest and its workers: no core is left for threads that collect. With a larger young generation, a thread that reaches its limit ends its process. */
const flags = ['--single-threaded-gc'];

/** Files at one time: more than there are cores, as they wait for servers and stores, too. */
const filesAtOnce = Math.ceil(1.5 * availableParallelism());

// the suites start some two hundred servers, which share the compile cache
const env = { TOCSIN_NOT_RUN_FILE: notRunFile, TOCSIN_TEST_TIER: tier, NODE_COMPILE_CACHE: inRoot('.cache', 'compiled') };
for (const need of new Set(selected.flatMap((name) => suites[name].needs))) Object.assign(env, await prepare[need]());

// after what is fetched and built: of the tests alone nothing stays. The deep run writes more than a machine may have memory for
const inMemory = tier === 'deep' || process.env.TMPDIR ? null : memoryFolder();
if (inMemory) process.env.TMPDIR = inMemory;

// the logs of the servers of tests, which the suite `proofs` reads
const logs = mkdtempSync(join(tmpdir(), 'tocsin-proofs-'));
process.once('exit', () => rmSync(logs, { recursive: true, force: true }));
env.TOCSIN_TEST_PROOFS = logs;

const began = performance.now();
const results = await runSuites(selected, jestArgs);
results.push(...(await runProofs()));
const { lines, isFailed } = summaryOf(results, readNotRun(), (performance.now() - began) / 1000, seed);
console.log(['', ...lines].join('\n'));
process.exitCode = isFailed ? 1 : 0;

/** Proves the logs that tests have left: a third of them in each file. A whole run leaves some: it fails where there are none. */
async function runProofs() {
  const count = readdirSync(logs).filter((log) => existsSync(join(logs, log, 'about.json'))).length;
  const isWhole = named.length === 0 && jestArgs.length === 0;
  if (count === 0 && !isWhole) return [];
  const parts = ['first', 'second', 'third'].slice(0, Math.max(count, 1)).map((part) => `test/proofs/${part}-part.spec.ts`);
  return runSuites(['proofs'], parts, { TOCSIN_TEST_IS_WHOLE: isWhole && tier !== 'short' ? '1' : undefined });
}

/** Runs the suites of these names in one jest; resolves to the result of each. */
async function runSuites(names, options, more = {}) {
  if (names.length === 0) return [];
  const output = inRoot('.cache', `results-${names[0]}.json`);
  rmSync(output, { force: true });
  mkdirSync(inRoot('.cache'), { recursive: true });
  // one for all files of the suite, each of which has databases of its own
  const postgres = names.includes('cluster') && env.POSTGRES_PROGRAMS ? await startPostgres(env.POSTGRES_PROGRAMS) : null;
  const isVerbose = jestArgs.includes('--verbose');
  const jest = ['--passWithNoTests', `--seed=${seed}`, `--maxWorkers=${filesAtOnce}`];
  const reporters = [...(isVerbose ? ['default'] : []), './scripts/env/quiet-reporter.mjs'].map((reporter) => `--reporters=${reporter}`);
  const { code } = await run(process.execPath, [...flags, 'node_modules/jest/bin/jest.js', ...reporters, ...jest, ...options], {
    env: {
      ...env,
      ...postgres?.env,
      ...more,
      TOCSIN_TEST_SUITES: names.join(','),
      TOCSIN_TEST_RESULTS: output,
      ...(files.length > 0 && { TOCSIN_TEST_NAMED: '1' }),
      ...(isVerbose && { TOCSIN_TEST_VERBOSE: '1' }),
    },
  });
  await postgres?.stop();
  return countsOf(names, existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')) : null, code);
}

/** What jest counted in each suite. A jest that died, or failed without a test that did, counts as a failure. */
function countsOf(names, counts, code) {
  const none = { passed: 0, failed: 0, skipped: 0, seconds: 0 };
  const results = names.map((name) => ({ name, ...none, ...counts?.[name] }));
  if (counts === null || (code !== 0 && results.every(({ failed }) => failed === 0))) results[0].failed += 1;
  return results;
}
