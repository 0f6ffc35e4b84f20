import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lowDisk } from '@tocsin/platform/data-folder/disk-reserve.js';
import { examineFile } from '@tocsin/platform/data-folder/examined-file.js';
import { freeBytesAt } from '@tocsin/platform/data-folder/free-bytes.js';
import { labelOf } from '@tocsin/platform/data-folder/folder-label.js';
import { FolderLock } from '@tocsin/platform/data-folder/folder-lock.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { givenUpIn, givenUpInFolder } from './doctor-failures.js';
import { logIn, logInFolder } from './doctor-logs.js';
import { viewsInFolder, viewsInPostgres } from './doctor-views.js';
import { bad, fine, type Check, type Finding } from './finding.js';
import { knownServer, reach, type Known } from './running-server.js';
import type { Settings } from './settings.js';

const mebibyte = 1024 * 1024;

const folder: Check = async ({ data }) => {
  const label = labelOf(data, version);
  return fine(`${data}, format ${label?.format}, written last by Tocsin ${label?.programVersion}; this is ${version}.`);
};

const disk: Check = async ({ data }) => {
  const free = freeBytesAt(data);
  const says = `${Math.floor(free / mebibyte)} MiB are left.`;
  return free < lowDisk ? bad(`${says} Below 64 MiB the server reports that it is not ready: free some space.`) : fine(says);
};

/** Checks every page of the file, and every key and secret in it. */
const masterKey: Check = async ({ data, masterKey: given }) => {
  const findings = examineFile(join(data, 'vault', 'vault.db'));
  if (findings.length > 0) return bad(`The vault is damaged: put back its newest copy. ${findings.join(' ')}`);
  const vault = readVault(join(data, 'vault'), given);
  try {
    const keys = vault.subjects();
    for (const subject of keys) vault.keyUnlessDestroyed(subject);
    for (const ref of vault.secretRefs()) vault.secret(ref);
    return fine(`Opens the vault, with keys of ${keys.length} subjects.`);
  } finally {
    vault.close();
  }
};

/** The server can run without the side store, and renames a damaged one. */
const side: Check = async ({ data }) => {
  const findings = examineFile(join(data, 'side', 'side.db'));
  if (findings.length > 0)
    return bad(`side.db is damaged: the next start creates a new one, and everyone has to sign in again. ${findings.join(' ')}`);
  const aside = ['side', 'views'].flatMap((room) => (existsSync(join(data, room)) ? readdirSync(join(data, room)) : []));
  const old = aside.filter((name) => /\.damaged-.*Z$/.test(name));
  return fine(
    `Sessions and saved answers are readable.${old.length === 0 ? '' : ` Damaged copies that can be deleted: ${old.join(', ')}.`}`,
  );
};

const server: Check = async ({ data }) => {
  const holder = FolderLock.holder(data);
  if (holder === null) return fine('No server is running on this folder.');
  const known = knownServer(data);
  return known ? readiness(known, holder) : bad(`${holder} uses the folder but does not say how to reach it: it may be starting.`);
};

const readiness = async (known: Known, holder: string): Promise<Finding> => {
  const { url } = known;
  const answer = await reach(known, '/readyz');
  const { why } = (await answer.json()) as { readonly why: readonly string[] };
  return answer.ok ? fine(`${holder}, is ready at ${url}.`) : bad(`${holder}, at ${url} is not ready: ${why.join('; ')}.`);
};

/** The checks, in order. A check that throws is also a bad finding: its message says why. Nothing is changed. */
export const checksOf = ({ cluster }: Settings): Readonly<Record<string, Check>> => ({
  folder,
  disk,
  'master key': masterKey,
  side,
  ...(cluster
    ? {
        eventstoredb: ({ data }) => logIn(cluster, data),
        'given up': () => givenUpIn(cluster),
        postgresql: ({ data }) => viewsInPostgres(cluster, data),
      }
    : { log: logInFolder, 'given up': givenUpInFolder, views: viewsInFolder }),
  server,
});
