// The last step of the server’s build: the compiled modules of dist/modules and their packages become a few files in dist/server, which run.
// Node reads 2,400 files else: half of the processor time of a start. Nothing is made short: a trace in the log stays readable.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { fingerprintsOf } from './env/fingerprints.mjs';
import { logicOf } from './env/logic.mjs';
import { nativeModules } from './env/native.mjs';
import { inRoot } from './env/root.mjs';
import { thirdPartyOf } from './env/third-party.mjs';

const compiledPath = (...path) => inRoot('dist', 'modules', 'apps', ...path);

/** Entry points, which are started by path: the server, the command line, and the server’s worker threads. */
const entries = {
  main: compiledPath('server', 'src', 'main.js'),
  // by name, because scripts/env/server-host.mjs starts servers of tests by it
  start: compiledPath('server', 'src', 'start.js'),
  tocsin: compiledPath('cli', 'src', 'main.js'),
  'rebuild.worker': compiledPath('server', 'src', 'projector', 'rebuild.worker.js'),
  'past-reads.worker': compiledPath('server', 'src', 'query', 'past-reads.worker.js'),
  'exported-file.worker': compiledPath('server', 'src', 'exported-files', 'exported-file.worker.js'),
  'projector.worker': compiledPath('server', 'src', 'projector', 'projector.worker.js'),
  'large-body.worker': compiledPath('server', 'src', 'ingest', 'large-body.worker.js'),
  'mapping.worker': compiledPath('server', 'src', 'ingest', 'mapping', 'mapping.worker.js'),
  'mail.worker': compiledPath('server', 'src', 'ingest', 'mail', 'mail.worker.js'),
  'keys.worker': compiledPath('server', 'src', 'core', 'keys.worker.js'),
  'search.worker': compiledPath('server', 'src', 'query', 'history-search', 'search.worker.js'),
  'tree.worker': compiledPath('server', 'src', 'core', 'tree.worker.js'),
  'backup.worker': compiledPath('server', 'src', 'operate', 'backup.worker.js'),
  'watchdog.worker': compiledPath('server', 'src', 'core', 'watchdog.worker.js'),
  'calendar.worker': compiledPath('server', 'src', 'query', 'calendars', 'calendar.worker.js'),
  'backtest.worker': compiledPath('server', 'src', 'backtests', 'backtest.worker.js'),
  'import.worker': compiledPath('server', 'src', 'imports', 'import.worker.js'),
  'history-reads.worker': compiledPath('server', 'src', 'imported-history', 'history-reads.worker.js'),
  'imported-history.worker': compiledPath('server', 'src', 'imported-history', 'imported-history.worker.js'),
  'moving-in.worker': compiledPath('server', 'src', 'moving-in', 'moving-in.worker.js'),
  'old-system.worker': compiledPath('server', 'src', 'moving-in', 'old-systems', 'old-system.worker.js'),
  'reports.worker': compiledPath('server', 'src', 'reports', 'reports.worker.js'),
  'computation.worker': compiledPath('server', 'src', 'query', 'computations', 'computation.worker.js'),
  'text-search.worker': compiledPath('server', 'src', 'erasure', 'text-search.worker.js'),
};

/** Optional modules of Nest, pg and ws, which work without them. */
const notInstalled = [
  '@fastify/multipart',
  '@fastify/view',
  /^@nestjs\/microservices/,
  '@nestjs/platform-express',
  'class-transformer',
  'class-validator',
  'bufferutil',
  'utf-8-validate',
  'pg-native',
];

const bundle = await rolldown({
  input: entries,
  platform: 'node',
  transform: {
    define: { TOCSIN_LOGIC: JSON.stringify(await logicOf()), TOCSIN_FINGERPRINTS: JSON.stringify(await fingerprintsOf()) },
  },
  external: [...nativeModules, ...notInstalled],
  onLog: (level, { code, message }) => {
    // how long a plugin took, which a busy machine decides
    if (level === 'warn' && code !== 'PLUGIN_TIMINGS') throw new Error(message);
  },
});
const dir = inRoot('dist', 'server');
rmSync(dir, { recursive: true, force: true });
// in one folder: a thread is started from the file beside its starter
const { output } = await bundle.write({
  dir,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // A running program holds its text, of one byte for each character if all are ASCII, else of two; and each thread holds its own.
  charset: 'ascii',
  comments: { legal: true, annotation: false, jsdoc: false },
  keepNames: true,
});
writeFileSync(join(dir, 'third-party.md'), thirdPartyOf(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))));
await bundle.close();
// made here, because it takes longer than the running server may be held up
// what the bundle has in their place
Object.assign(globalThis, { TOCSIN_LOGIC: '', TOCSIN_FINGERPRINTS: {} });
const { openApi } = await import(pathToFileURL(compiledPath('server', 'src', 'query', 'openapi.js')).href);
const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
writeFileSync(join(dir, 'openapi.json'), JSON.stringify(openApi({ version, url: '' })));
