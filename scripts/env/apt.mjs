import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withLock } from './lock.mjs';
import { inRoot } from './root.mjs';
import { run } from './run.mjs';

/** The absolute path of a command on the PATH, or undefined. */
export const findCommand = (command) =>
  process.env.PATH.split(delimiter)
    .map((folder) => join(folder, command))
    .find((path) => existsSync(path));

/**
 * The path of `command`, which Debian's `name` brings: installs it where that is possible (Debian, root). Else undefined, and the caller
 * says what was not run. A service that the package brings is not started.
 */
export async function ensureAptPackage(name, command) {
  if (!findCommand(command) && canInstall()) await withLock('apt', () => install(name, command));
  return findCommand(command);
}

/**
 * Whether this version of Debian’s `name` is installed; installs it where possible. For optional parts of tests, so a failure prints nothing. If
 * Debian’s lists were read and lack it, this clone does not try that version again.
 */
export async function hasAptPackage(name, version) {
  const failureMark = inRoot('.cache', `without-${name}-${encodeURIComponent(version)}`);
  if ((await versionOf(name)) !== version && canInstall() && !existsSync(failureMark)) {
    await withLock('apt', async () => {
      if ((await versionOf(name)) === version || (await installOutcome(name, version)) !== 'not offered') return;
      mkdirSync(inRoot('.cache'), { recursive: true });
      writeFileSync(failureMark, '');
    });
  }
  return (await versionOf(name)) === version;
}

/** The version of a package that is installed, or undefined. */
export async function versionOf(name) {
  if (!findCommand('dpkg-query')) return undefined;
  const { code, output } = await run('dpkg-query', ['-W', '-f=${db:Status-Status} ${Version}', name], { quiet: true });
  return code === 0 ? /^installed (\S+)$/.exec(output.trim())?.[1] : undefined;
}

const impatient = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];

/** A network that does not answer must not hold up the tests. Without the error mode, `update` succeeds when it could fetch nothing. */
const realApt = {
  install: async (packages) => (await installPackages(packages, impatient)).code === 0,
  update: async () => (await apt([...impatient, '-o', 'APT::Update::Error-Mode=any', 'update'])).code === 0,
  // `apt-cache show` succeeds for a version that isn't there, too
  offers: async (name, version) => {
    const { output } = await run('apt-cache', ['madison', name], { quiet: true });
    return output.split('\n').some((line) => line.split('|')[1]?.trim() === version);
  },
};

/**
 * `installed`; `not offered`: the lists of packages could be read and don't have this version; `failed`: anything else, such as a network that is away
 * or a lock that another process holds. The lists may be there already, and may be old.
 */
export async function installOutcome(name, version, { install, update, offers } = realApt) {
  const packages = `${name}=${version}`;
  if (await install(packages)) return 'installed';
  const isRead = await update();
  if (await install(packages)) return 'installed';
  return isRead && !(await offers(name, version)) ? 'not offered' : 'failed';
}

const canInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0 && findCommand('apt-get') !== undefined;

async function install(name, command) {
  if (findCommand(command)) return;
  console.log(`installing Debian's ${name}`);
  await apt(['update']); // one unreachable source must not stop the others: what counts is the install
  const { code, output } = await installPackages(name);
  if (code !== 0) console.error(`apt-get install ${name} failed\n${output}`);
}

const apt = (args) =>
  run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-qq', ...args], { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });

const installPackages = (packages, options = []) =>
  withoutServices(() => apt([...options, 'install', '-y', '--no-install-recommends', packages]));

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
