// The systemd unit: what systemd itself would warn of, where it is installed, and rules of ours. An argument names another file.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSources } from './docs/sources.mjs';
import { inRoot } from './env/root.mjs';

const text = readFileSync(process.argv[2] ?? inRoot('deploy', 'tocsin.service'), 'utf8');
const { configuration } = await loadSources(['libs/contracts/src/configuration']);
const knownVariables = new Set(configuration.map(({ name }) => name));
const program = 'dist/server/main.js';

const faults = [...findSystemdFaults(), ...findProgramFaults(), ...findRightsFaults(), ...findSettingFaults()];
for (const fault of faults) console.error(`tocsin.service: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

function valueOf(key) {
  return new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1];
}

/** Node and the folder have other paths on the installed machine: local ones are substituted. */
function findSystemdFaults() {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-unit-'));
  const unit = join(folder, 'tocsin.service');
  writeFileSync(unit, text.replace('/usr/bin/node', process.execPath).replace('/opt/tocsin', folder));
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8', timeout: 30_000 });
  rmSync(folder, { recursive: true });
  if (error?.code === 'ENOENT') return [];
  if (error) return [error.message];
  // it speaks of this machine’s own units, too
  return stderr.split('\n').filter((line) => line.includes('tocsin.service'));
}

function findProgramFaults() {
  return valueOf('ExecStart') === `/usr/bin/node ${program}` ? [] : [`ExecStart does not start ${program}`];
}

/** Limits what an attacker inside it can use. */
function findRightsFaults() {
  const wantedSettings = { DynamicUser: 'yes', NoNewPrivileges: 'yes', ProtectSystem: 'strict', CapabilityBoundingSet: '' };
  return Object.entries(wantedSettings).flatMap(([key, value]) => (valueOf(key) === value ? [] : [`${key} is not “${value}”`]));
}

function findSettingFaults() {
  const mentionedVariables = [...text.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name);
  return [...new Set(mentionedVariables)].filter((name) => !knownVariables.has(name)).map((name) => `${name} is not a server setting`);
}
