import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from './apt.mjs';
import { withLock } from './lock.mjs';
import { inRoot } from './root.mjs';
import { run } from './run.mjs';

const folder = inRoot('.cache', 'senders');
/** Seconds for one of them: a network that does not answer must not hold up the tests. */
const patience = 120;

const within = (command, args, cwd) => run('timeout', [String(patience), command, ...args], { quiet: true, cwd });

/** Debian’s packages, unpacked: nothing is installed, and no service starts. */
const fromDebian =
  (...names) =>
  async (into) => {
    if (!findCommand('apt-get') || !findCommand('dpkg-deb')) return false;
    const { code } = await within('apt-get', ['-qq', 'download', ...names], into);
    const files = readdirSync(into).filter((entry) => entry.endsWith('.deb'));
    if (code !== 0 || files.length === 0) return false;
    for (const file of files) if ((await within('dpkg-deb', ['-x', file, '.'], into)).code !== 0) return false;
    return true;
  };

const fromPython = (name) => async (into) => {
  if (!findCommand('python3') || (await within('python3', ['-m', 'venv', '.'], into)).code !== 0) return false;
  return (await within('bin/pip', ['install', '-q', '--disable-pip-version-check', name], into)).code === 0;
};

const fromNpm =
  (...packages) =>
  async (into) =>
    (await within('npm', ['install', '--prefix', '.', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], into)).code === 0;

/** Senders that tests run as their makers publish them. */
const programs = {
  prometheus: fromDebian('prometheus'),
  monit: fromDebian('monit'),
  nagios: fromDebian('nagios4-core'),
  icinga: fromDebian('icinga2-common'),
  'netdata-conf': fromDebian('netdata-core'),
  netdata: fromDebian('netdata-plugins-bash'),
  swaks: fromDebian('swaks'),
  // with the libraries that a small image lacks
  kannel: fromDebian('kannel', 'kannel-extras', 'libmariadb3', 'libpcre3', 'libhiredis0.14', 'libct4'),
  apprise: fromPython('apprise==1.9.5'),
  'node-pagerduty': fromNpm('node-pagerduty@1.3.6'),
  moto: fromPython('moto[server]==5.2.5'),
  // its `requestretry` leaves the choice of `request` to whoever installs it
  'opsgenie-sdk': fromNpm('opsgenie-sdk@0.5.1', 'request@2.88.2'),
};

/** The folder in which each that could be fetched has one. What is missing is said by the test that needs it. */
export async function ensureSenderPrograms() {
  for (const [name, fetch] of Object.entries(programs))
    if (!existsSync(join(folder, name))) await withLock('senders', () => fetchInto(name, fetch));
  return folder;
}

async function fetchInto(name, fetch) {
  const into = join(folder, name);
  if (existsSync(into)) return;
  // a virtual environment of Python holds its own path: it is made where it stays
  mkdirSync(into, { recursive: true });
  if (!(await fetch(into).catch(() => false))) rmSync(into, { recursive: true, force: true });
}
