import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withLock } from './lock.mjs';
import { run } from './run.mjs';

/** The absolute path of a command on the PATH, or undefined. */
export const which = (command) =>
  process.env.PATH.split(delimiter)
    .map((folder) => join(folder, command))
    .find((path) => existsSync(path));

/**
 * The path of `command`, which Debian's `name` brings: installs it where that is possible (Debian, root). Else undefined, and the caller
 * says what was not run. A service that the package brings is not started.
 */
export async function ensureAptPackage(name, command) {
  if (!which(command) && canInstall()) await withLock('apt', () => install(name, command));
  return which(command);
}

const canInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0 && which('apt-get') !== undefined;

async function install(name, command) {
  if (which(command)) return;
  console.log(`installing Debian's ${name}`);
  const apt = (...args) =>
    run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-qq', ...args], { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });
  await apt('update'); // one unreachable source must not stop the others: what counts is the install
  const { code, output } = await withoutServices(() => apt('install', '-y', '--no-install-recommends', name));
  if (code !== 0) console.error(`apt-get install ${name} failed\n${output}`);
}

/** Debian's own switch for it: maintainer scripts ask policy-rc.d before they start a service, and 101 means no. */
async function withoutServices(work) {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return work();
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await work();
  } finally {
    rmSync(policy, { force: true });
  }
}
