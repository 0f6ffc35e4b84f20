// npm run golden: makes the golden data folders of this release, which every later one must be able to open (test/golden/<version>).
import { readFileSync } from 'node:fs';
import { ensureBuild } from './env/build.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { ensurePostgres } from './env/postgres.mjs';
import { inRoot } from './env/root.mjs';
import { run } from './env/run.mjs';

await ensureNode();
await ensureInstall();
await ensureBuild();
await ensurePostgres();

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const jest = ['node_modules/jest/bin/jest.js', '--runInBand', '--reporters', './scripts/env/quiet-reporter.mjs'];
const { code } = await run(process.execPath, [...jest, ...process.argv.slice(2)], {
  env: { TOCSIN_TEST_SUITES: 'test/golden/making/make.ts', TOCSIN_GOLDEN_RELEASE: version },
});
if (code === 0) console.log(`made test/golden/${version}`);
process.exitCode = code;
