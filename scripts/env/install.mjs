import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { hashOf } from './hash.mjs';
import { withLock } from './lock.mjs';
import { findPinnedNode } from './node.mjs';
import { inRoot } from './root.mjs';
import { must } from './run.mjs';

const stamp = inRoot('node_modules', '.install-stamp');

/** Runs `npm ci` if the installed packages differ from the lock file. */
export async function ensureInstall() {
  if (isInstalled()) return;
  await withLock('install', async () => {
    if (isInstalled()) return;
    console.log('installing packages');
    await must('npm', ['ci']);
    linkPinnedNode();
    writeFileSync(stamp, wantedState());
  });
}

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wantedState();

/** Only what npm installs by: a new script in package.json is no reason to install again. */
function wantedState() {
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const manifest = JSON.stringify({ dependencies, devDependencies, optionalDependencies, overrides });
  return hashOf(['package-lock.json', '.npmrc'], manifest);
}

/** Makes `npm run` and `npx` use the pinned Node too, if this process had to switch to it. */
function linkPinnedNode() {
  if (process.execPath !== findPinnedNode() || process.platform === 'win32') return;
  const link = inRoot('node_modules', '.bin', 'node');
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
  symlinkSync(relative(inRoot('node_modules', '.bin'), process.execPath), link);
}
