import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { domain } from '@tocsin/domain/registry.js';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { examineLog, type InspectionReport } from '@tocsin/platform/event-log/log-inspection.js';
import { readVault, type SqliteVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { examineEventStore } from '@tocsin/platform/event-log/eventstore/inspection.js';
import { openFolderLog, type FolderLog } from '@tocsin/platform/views/folder-log.js';
import { CliRefused } from './cli-refused.js';
import { failedFinding, passedFinding, type Check, type Finding } from './finding.js';
import type { ClusterSettings, Settings } from './settings.js';

/** The log of the embedded profile. */
export const logInFolder: Check = async (settings, show) => {
  const rooms = roomsOf(settings);
  const vault = vaultOf(rooms.vault, settings.masterKey);
  const codec = vault && new EventCodec({ vault, contractOf: eventContract, upcasters: domain.upcasters });
  try {
    return findingOf(
      examineLog(rooms.log, { ...(codec ? { read: (event) => codec.decode(event) } : {}), ...(show ? { onProgress: show } : {}) }),
    );
  } finally {
    vault?.close();
  }
};

/** Undefined when it can’t be opened: the bytes of the log are checked all the same, and another check reports the vault. */
const vaultOf = (room: string, masterKey: string | undefined): SqliteVault | undefined => {
  try {
    return readVault(room, masterKey);
  } catch {
    return undefined;
  }
};

const findingOf = ({ head, last, comparedUpTo, hashedLaterUpTo, findings }: InspectionReport): Finding => {
  if (findings.length > 0) {
    return failedFinding(`${findings.join(' ')} Restore a backup (docs/guide/backups.md), or keep the folder and ask for help.`);
  }
  if (!last) return failedFinding('The log is empty: even the first event is missing.');
  const compared =
    comparedUpTo === 0
      ? 'the server has stored no hashes yet, so changes can’t be detected'
      : `the first ${comparedUpTo} match what was written`;
  const later = Math.min(hashedLaterUpTo, comparedUpTo);
  const laterNote = later > 0 ? ` Those up to ${later} were hashed later than they were written.` : '';
  return passedFinding(
    `${head} events, the last of ${(JSON.parse(last.meta) as Meta).at}. None is missing, each can be read, and ${compared}.${laterNote}`,
  );
};

const roomsOf = ({ data }: Settings): { readonly log: string; readonly vault: string } => {
  const rooms = { log: join(data, 'log'), vault: join(data, 'vault') };
  if (existsSync(join(rooms.log, 'log.db'))) return rooms;
  throw new CliRefused(`There is no log in ${rooms.log}. If it is in EventStoreDB, set TOCSIN_PROFILE=cluster, as on the server.`);
};

export const withLog = async (settings: Settings, work: (log: FolderLog) => Promise<Finding>): Promise<Finding> => {
  const log = openFolderLog({
    ...roomsOf(settings),
    masterKey: settings.masterKey,
    contractOf: eventContract,
    upcasters: domain.upcasters,
  });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
};

const inspectCluster = ({ eventStore, prefix }: ClusterSettings, data: string) =>
  examineEventStore({ connectionString: eventStore, prefix, ordinalsFile: join(data, 'side', 'ordinals.db') });

/** Checks the log of the cluster profile, while its server may be running. */
export const logIn = async (cluster: ClusterSettings, data: string): Promise<Finding> => {
  const { counted, isTheLogThatWasCounted, hasMore: holdsMore } = await inspectCluster(cluster, data);
  if (!isTheLogThatWasCounted) {
    return failedFinding(
      `It does not have the event with the ordinal ${counted} that was counted here: it was restored or replaced. ` +
        'Put back the right one; or, if this is the right one, remove side/ordinals.db and empty the PostgreSQL database while the server is stopped.',
    );
  }
  if (counted === 0 && !holdsMore) return failedFinding(`Connected, but no stream begins with “${cluster.prefix}.”.`);
  const message = `Connected. ${counted} events were counted here, and the last one is at its recorded position`;
  return passedFinding(holdsMore ? `${message}; newer events are not counted yet.` : `${message}; there are no newer events.`);
};
