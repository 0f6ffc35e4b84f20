import { join } from 'node:path';
import { freeBytesAt } from '@tocsin/platform/data-folder/folder-backups.js';
import { labelOf } from '@tocsin/platform/data-folder/folder-label.js';
import { FolderLock } from '@tocsin/platform/data-folder/folder-lock.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { logIn, logInFolder } from './doctor-logs.js';
import { viewsInFolder, viewsInPostgres } from './doctor-views.js';
import { bad, fine, type Check, type Finding } from './finding.js';
import { knownServer, reach, type Known } from './running-server.js';
import type { Settings } from './settings.js';

const mebibyte = 1024 * 1024;
const lowDisk = 64 * mebibyte;

const folder: Check = async ({ data }) => {
  const label = labelOf(data, version);
  return fine(`${data}, format ${label?.format}, written last by Tocsin ${label?.programVersion}; this is ${version}.`);
};

const disk: Check = async ({ data }) => {
  const free = freeBytesAt(data);
  const says = `${Math.floor(free / mebibyte)} MiB are left.`;
  return free < lowDisk ? bad(`${says} Below 64 MiB the server says that it is not ready: make room.`) : fine(says);
};

const masterKey: Check = async (settings) => {
  const vault = readVault(join(settings.data, 'vault'), settings.masterKey);
  const keys = vault.subjects().length;
  vault.close();
  return fine(`It opens the vault, which holds keys of ${keys} subjects.`);
};

const server: Check = async ({ data }) => {
  const holder = FolderLock.holder(data);
  if (holder === null) return fine('None runs on this folder.');
  const known = knownServer(data);
  return known ? readiness(known, holder) : bad(`${holder} holds the folder and says nowhere how to reach it: it may be starting.`);
};

const readiness = async (known: Known, holder: string): Promise<Finding> => {
  const { url } = known;
  const answer = await reach(known, '/readyz');
  const { why } = (await answer.json()) as { readonly why: readonly string[] };
  return answer.ok ? fine(`${holder}, is ready at ${url}.`) : bad(`${holder}, at ${url} is not ready: ${why.join('; ')}.`);
};

/** What is looked at, in this order. A check that throws is bad news too: its message says why. Nothing is changed. */
export const checksOf = ({ cluster }: Settings): Readonly<Record<string, Check>> => ({
  folder,
  disk,
  'master key': masterKey,
  ...(cluster
    ? { eventstoredb: ({ data }) => logIn(cluster, data), postgresql: ({ data }) => viewsInPostgres(cluster, data) }
    : { log: logInFolder, views: viewsInFolder }),
  server,
});
