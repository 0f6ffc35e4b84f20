import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { domain } from '@tocsin/domain/registry.js';
import { freeBytesAt } from '@tocsin/platform/data-folder/folder-backups.js';
import { labelOf } from '@tocsin/platform/data-folder/folder-label.js';
import { FolderLock } from '@tocsin/platform/data-folder/folder-lock.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { folderLog, type FolderLog } from '@tocsin/platform/views/folder-log.js';
import { fingerprintOf } from '@tocsin/platform/views/view-table.js';
import { knownServer, reach, type Known } from './running-server.js';
import type { Settings } from './settings.js';

export interface Finding {
  readonly ok: boolean;
  readonly says: string;
}
const fine = (says: string): Finding => ({ ok: true, says });
const bad = (says: string): Finding => ({ ok: false, says });

const mebibyte = 1024 * 1024;
const lowDisk = 64 * mebibyte;

/** What is looked at, in this order. A check that throws is bad news too: its message says why. Nothing is changed. */
export const checks: Readonly<Record<string, (settings: Settings) => Promise<Finding>>> = {
  folder: async ({ data }) => {
    const label = labelOf(data, version);
    return fine(`${data}, format ${label?.format}, written last by Tocsin ${label?.programVersion}; this is ${version}.`);
  },
  disk: async ({ data }) => {
    const free = freeBytesAt(data);
    const says = `${Math.floor(free / mebibyte)} MiB are left.`;
    return free < lowDisk ? bad(`${says} Below 64 MiB the server says that it is not ready: make room.`) : fine(says);
  },
  'master key': async ({ data, masterKey }) => {
    const vault = readVault(join(data, 'vault'), masterKey);
    const keys = vault.subjects().length;
    vault.close();
    return fine(`It opens the vault, which holds keys of ${keys} subjects.`);
  },
  log: (settings) =>
    withLog(settings, async (log) => {
      const { ordinal } = await log.head();
      const ends = [...(await log.readAll({ after: 0, limit: 1 })), ...(await log.readAll({ after: Math.max(ordinal - 1, 0), limit: 1 }))];
      return ends.length === 0
        ? bad('It is empty, which a log is never: not even the first fact is there.')
        : fine(`${ordinal} events, the last of ${ends.at(-1)!.meta.at}.`);
    }),
  views: (settings) => withLog(settings, async (log) => viewsIn(settings.data, (await log.head()).ordinal)),
  server: async ({ data }) => {
    const holder = FolderLock.holder(data);
    if (holder === null) return fine('None runs on this folder.');
    const known = knownServer(data);
    return known ? readiness(known, holder) : bad(`${holder} holds the folder and says nowhere how to reach it: it may be starting.`);
  },
};

const withLog = async (settings: Settings, work: (log: FolderLog) => Promise<Finding>): Promise<Finding> => {
  const rooms = { log: join(settings.data, 'log'), vault: join(settings.data, 'vault') };
  const log = folderLog({ ...rooms, masterKey: settings.masterKey, contractOf: eventContract, upcasters: domain.upcasters });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
};

const viewsIn = (data: string, head: number): Finding => {
  const file = join(data, 'views', 'views.db');
  if (!existsSync(file)) return fine('There are none: the next start builds them.');
  const database = new Database(file, { readonly: true });
  try {
    const ordinal = (database.prepare('SELECT ordinal FROM checkpoint').pluck().get() as number | undefined) ?? 0;
    const built = new Set(database.prepare('SELECT name || fingerprint FROM view_definitions WHERE is_built = 1').pluck().all());
    const stale = domain.views.filter((view) => !built.has(view.name + fingerprintOf(view))).map(({ name }) => name);
    const says = `They have seen ${ordinal} of ${head} events.`;
    if (ordinal > head) return bad(`${says} The log is older than they are: delete views/ while the server is stopped.`);
    return fine(stale.length === 0 ? says : `${says} To be rebuilt at the next start: ${stale.join(', ')}.`);
  } finally {
    database.close();
  }
};

const readiness = async (known: Known, holder: string): Promise<Finding> => {
  const { url } = known;
  const answer = await reach(known, '/readyz');
  const { why } = (await answer.json()) as { readonly why: readonly string[] };
  return answer.ok ? fine(`${holder}, is ready at ${url}.`) : bad(`${holder}, at ${url} is not ready: ${why.join('; ')}.`);
};
