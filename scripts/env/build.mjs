import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hashOf } from './hash.mjs';
import { withLock } from './lock.mjs';
import { inRoot } from './root.mjs';
import { must } from './run.mjs';

const parts = {
  server: {
    inputs: [
      'libs/contracts/src',
      'libs/kernel/src',
      'libs/domain/src',
      'libs/platform/src',
      'libs/moving-in/src',
      'apps/server',
      'apps/cli',
      'nest-cli.json',
      '.swcrc',
      'scripts/bundle.mjs',
      'scripts/env/closure.mjs',
      'scripts/env/fingerprints.mjs',
      'scripts/env/logic.mjs',
      'scripts/env/native.mjs',
    ],
    output: 'dist/server/main.js',
    build: async () => {
      await must(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build', 'server']);
      await must(process.execPath, ['scripts/bundle.mjs']);
    },
  },
  web: {
    inputs: [
      'libs/contracts/src',
      'apps/web',
      'apps/server/src/ingest',
      'apps/server/src/query/all-routes.ts',
      'docs/guide',
      'scripts/docs',
      'scripts/docs.mjs',
      'CHANGELOG.md',
    ],
    output: 'dist/web/index.html',
    build: async () => {
      await must(process.execPath, ['scripts/docs.mjs', '--built']);
      await must(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'apps/web']);
    },
  },
};

/** Builds what changed since the last build, by content: `server` to dist/modules and, to run, dist/server, `web` to dist/web. */
export async function ensureBuild(names = Object.keys(parts)) {
  if (names.every(isBuilt)) return;
  await withLock('build', async () => {
    const stale = names.filter((name) => !isBuilt(name));
    if (stale.length === 0) return;
    console.log(`building ${stale.join(' and ')}`);
    await Promise.all(stale.map(build));
  });
}

async function build(name) {
  const stamp = isWanted(name); // taken before: an edit during the build must be built the next time
  await parts[name].build();
  mkdirSync(inRoot('.cache'), { recursive: true });
  writeFileSync(stampOf(name), stamp);
}

const stampOf = (name) => inRoot('.cache', `build-${name}.stamp`);

const isBuilt = (name) =>
  existsSync(inRoot(parts[name].output)) && existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === isWanted(name);

const isWanted = (name) =>
  hashOf([...parts[name].inputs, 'tsconfig.json', 'package-lock.json'], name, (file) => !/\.spec\.tsx?$/.test(file));
