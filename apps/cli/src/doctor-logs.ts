import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { domain } from '@tocsin/domain/registry.js';
import { examineEventStore } from '@tocsin/platform/event-log/eventstore/examined.js';
import { folderLog, type FolderLog } from '@tocsin/platform/views/folder-log.js';
import { CliRefused } from './cli-refused.js';
import { bad, fine, type Check, type Finding } from './finding.js';
import type { ClusterSettings, Settings } from './settings.js';

/** The log of the embedded profile. */
export const logInFolder: Check = (settings) =>
  withLog(settings, async (log) => {
    const { ordinal } = await log.head();
    const ends = [...(await log.readAll({ after: 0, limit: 1 })), ...(await log.readAll({ after: Math.max(ordinal - 1, 0), limit: 1 }))];
    return ends.length === 0
      ? bad('It is empty, which a log is never: not even the first fact is there.')
      : fine(`${ordinal} events, the last of ${ends.at(-1)!.meta.at}.`);
  });

export const withLog = async (settings: Settings, work: (log: FolderLog) => Promise<Finding>): Promise<Finding> => {
  const rooms = { log: join(settings.data, 'log'), vault: join(settings.data, 'vault') };
  if (!existsSync(join(rooms.log, 'log.db'))) {
    throw new CliRefused(`There is no log in ${rooms.log}. If it is in EventStoreDB, set TOCSIN_PROFILE=cluster, as the server has it.`);
  }
  const log = folderLog({ ...rooms, masterKey: settings.masterKey, contractOf: eventContract, upcasters: domain.upcasters });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
};

const examined = ({ eventStore, prefix }: ClusterSettings, data: string) =>
  examineEventStore({ connectionString: eventStore, prefix, ordinalsFile: join(data, 'side', 'ordinals.db') });

/** The log of the cluster profile, looked at beside the server that may be running. */
export const logIn = async (cluster: ClusterSettings, data: string): Promise<Finding> => {
  const { counted, isTheLogThatWasCounted, holdsMore } = await examined(cluster, data);
  if (!isTheLogThatWasCounted) {
    return bad(
      `It does not hold the event with the ordinal ${counted} that was counted here: it was restored, or replaced. ` +
        'Put back the right one; or, if this is the right one, remove side/ordinals.db and empty the PostgreSQL database while the server is stopped.',
    );
  }
  if (counted === 0 && !holdsMore) return bad(`It answers, and holds no streams that begin with “${cluster.prefix}.”.`);
  const says = `It answers. ${counted} events were counted here, and the last stands where it stood`;
  return fine(holdsMore ? `${says}; newer ones are still to be counted.` : `${says}; there are no newer ones.`);
};
