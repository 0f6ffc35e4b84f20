// npm run check: static checks of the code. One line a check; the output only of what failed.
import { existsSync } from 'node:fs';
import { ensureBuild } from './env/build.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { inRoot } from './env/root.mjs';
import { run } from './env/run.mjs';

const checks = [
  ['types of server, libs and tests', 'node_modules/typescript7/bin/tsc', '-p', '.'],
  ['types of the web', 'node_modules/typescript7/bin/tsc', '-p', 'apps/web'],
  ['lint', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'],
  [
    'import rules',
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    '.dependency-cruiser.mjs',
    'apps',
    'libs',
    'test',
  ],
  ['unused files and packages', 'node_modules/knip/bin/knip.js', '--no-progress'],
  ['format', 'node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '--log-level=warn', '.'],
  ['lock file', 'scripts/check-lock.mjs'],
  ['lists of folders are fresh', 'scripts/lists.mjs', '--check'],
  ['generated docs are fresh', 'scripts/docs.mjs', '--check'],
  ['the refusals of commands are fresh', 'scripts/command-refusals.mjs', '--check'],
  ['folders of CONTRIBUTING.md exist', 'scripts/check-rooms.mjs'],
  ['promises are in their list', 'scripts/check-promises.mjs'],
  ['links in docs resolve', 'scripts/check-pages.mjs'],
  ['docker-compose.yml', 'scripts/check-compose.mjs', 'docker-compose.yml'],
  ['docker-compose.embedded.yml', 'scripts/check-compose.mjs', 'docker-compose.embedded.yml'],
  ['systemd unit', 'scripts/check-unit.mjs'],
  ['Dockerfile', 'scripts/check-dockerfile.mjs'],
  ['bench rows run, small', 'scripts/check-bench.mjs'],
  ['bundle size', 'scripts/check-bundle.mjs'],
].filter(([, script]) => script !== 'scripts/docs.mjs' || existsSync(inRoot(script)));

await ensureNode();
await ensureInstall();

let failures = await reportOutcome('build', ensureBuild);
for (const [name, ...command] of checks) failures += await reportOutcome(name, () => runCheck(command));
console.log(failures === 0 ? 'all checks passed' : `${failures} of ${checks.length + 1} checks failed`);
process.exitCode = failures === 0 ? 0 : 1;

async function runCheck(command) {
  const { code, output } = await run(process.execPath, command, { quiet: true });
  if (code !== 0) throw new Error(output.trim());
}

async function reportOutcome(name, work) {
  const began = performance.now();
  const error = await work().then(
    () => undefined,
    (reason) => reason,
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(5);
  console.log(`${error ? 'FAILED' : 'ok    '} ${name.padEnd(32)} ${seconds} s`);
  if (error) console.log(error.message);
  return error ? 1 : 0;
}
