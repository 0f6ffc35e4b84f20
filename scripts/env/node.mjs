import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { withLock } from './lock.mjs';
import { inRoot } from './root.mjs';
import { must } from './run.mjs';

const folder = inRoot('tools', 'node');
const executable = process.platform === 'win32' ? 'node.exe' : 'node';

/** The pinned Node of tools/node on this platform, absolute; undefined where the registry has none. */
export function findPinnedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const { optionalDependencies } = JSON.parse(readFileSync(inRoot('tools', 'node', 'package.json'), 'utf8'));
  return name in optionalDependencies ? inRoot('tools', 'node', 'node_modules', name, 'bin', executable) : undefined;
}

/** True where this process's Node satisfies `engines` (which is always of the form `>=a.b.c`). */
export function isNodeNewEnough() {
  const wantedVersion = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
    .engines.node.replace('>=', '')
    .split('.')
    .map(Number);
  const actual = process.versions.node.split('.').map(Number);
  const differing = wantedVersion.findIndex((part, index) => part !== actual[index]);
  return differing === -1 || actual[differing] > wantedVersion[differing];
}

/**
 * Call it first in every script. On a Node older than `engines` it fetches the pinned one, runs the same script again on that and exits
 * with its code; so a script must import nothing but `scripts/` and Node's own modules before this has returned.
 */
export async function ensureNode() {
  if (isNodeNewEnough()) return;
  const node = findPinnedNode();
  if (!node) return refuse(`Tocsin needs Node ${engines()}; this is ${process.version}. Take a current one from https://nodejs.org.`);
  if (!existsSync(node)) await withLock('node', () => fetchNode(node));
  process.exit(await rerun(node));
}

async function fetchNode(node) {
  if (existsSync(node)) return;
  console.log(`Node ${process.version} is too old for Tocsin: fetching the pinned one (about 190 MB, once)`);
  await must('npm', ['ci', '--prefix', folder], { cwd: folder });
  if (!existsSync(node)) throw new Error(`npm ci in ${folder} left no ${node}`);
}

function rerun(node) {
  const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH };
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit', env });
  // A terminal sends its interrupt to both; anything else is sent to us alone. Either way the child ends first.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

const engines = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).engines.node;

function refuse(reason) {
  console.error(reason);
  process.exit(1);
}
