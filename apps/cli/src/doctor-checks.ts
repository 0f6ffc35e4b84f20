import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lowDisk } from '@tocsin/platform/data-folder/disk-reserve.js';
import { examineFile } from '@tocsin/platform/data-folder/inspect-database.js';
import { readFreeBytes } from '@tocsin/platform/data-folder/free-bytes.js';
import { labelOf } from '@tocsin/platform/data-folder/folder-label.js';
import { FolderLock } from '@tocsin/platform/data-folder/folder-lock.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { findAbandonedIn, checkAbandonedInFolder } from './doctor-failures.js';
import { logIn, logInFolder } from './doctor-logs.js';
import { checkViewsInFolder, checkViewsInPostgres } from './doctor-views.js';
import { failedFinding, passedFinding, type Check, type Finding } from './finding.js';
import { readServerAddress, reach, type ServerAddress } from './running-server.js';
import type { Settings } from './settings.js';

const mebibyte = 1024 * 1024;

const checkFolder: Check = async ({ data }) => {
  const label = labelOf(data, version);
  return passedFinding(`${data}, format ${label?.format}, written last by Tocsin ${label?.programVersion}; this is ${version}.`);
};

const checkDisk: Check = async ({ data }) => {
  const free = readFreeBytes(data);
  const message = `${Math.floor(free / mebibyte)} MiB are left.`;
  return free < lowDisk
    ? failedFinding(`${message} Below 64 MiB the server reports that it is not ready: free some space.`)
    : passedFinding(message);
};

/** Checks every page of the file, and every key and secret in it. */
const checkMasterKey: Check = async ({ data, masterKey: keyText }) => {
  const findings = examineFile(join(data, 'vault', 'vault.db'));
  if (findings.length > 0) return failedFinding(`The vault is damaged: put back its newest copy. ${findings.join(' ')}`);
  const vault = readVault(join(data, 'vault'), keyText);
  try {
    const keys = vault.subjects();
    for (const subject of keys) vault.keyUnlessDestroyed(subject);
    for (const ref of vault.secretRefs()) vault.secret(ref);
    return passedFinding(`Opens the vault, with keys of ${keys.length} subjects.`);
  } finally {
    vault.close();
  }
};

/** The server can run without the side store, and renames a damaged one. */
const checkSideStore: Check = async ({ data }) => {
  const findings = examineFile(join(data, 'side', 'side.db'));
  if (findings.length > 0)
    return failedFinding(`side.db is damaged: the next start creates a new one, and everyone has to sign in again. ${findings.join(' ')}`);
  const quarantined = ['side', 'views'].flatMap((room) => (existsSync(join(data, room)) ? readdirSync(join(data, room)) : []));
  const old = quarantined.filter((name) => /\.damaged-.*Z$/.test(name));
  return passedFinding(
    `Sessions and saved answers are readable.${old.length === 0 ? '' : ` Damaged copies that can be deleted: ${old.join(', ')}.`}`,
  );
};

const checkServer: Check = async ({ data }) => {
  const holder = FolderLock.readHolder(data);
  if (holder === null) return passedFinding('No server is running on this folder.');
  const address = readServerAddress(data);
  return address
    ? checkReadiness(address, holder)
    : failedFinding(`${holder} uses the folder but does not say how to reach it: it may be starting.`);
};

const checkReadiness = async (address: ServerAddress, holder: string): Promise<Finding> => {
  const { url } = address;
  const answer = await reach(address, '/readyz');
  const { why } = (await answer.json()) as { readonly why: readonly string[] };
  return answer.ok
    ? passedFinding(`${holder}, is ready at ${url}.`)
    : failedFinding(`${holder}, at ${url} is not ready: ${why.join('; ')}.`);
};

/** The checks, in order. A check that throws is also a bad finding: its message says why. Nothing is changed. */
export const checksOf = ({ cluster }: Settings): Readonly<Record<string, Check>> => ({
  folder: checkFolder,
  disk: checkDisk,
  'master key': checkMasterKey,
  side: checkSideStore,
  ...(cluster
    ? {
        eventstoredb: ({ data }) => logIn(cluster, data),
        'given up': () => findAbandonedIn(cluster),
        postgresql: ({ data }) => checkViewsInPostgres(cluster, data),
      }
    : { log: logInFolder, 'given up': checkAbandonedInFolder, views: checkViewsInFolder }),
  server: checkServer,
});
