import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliRefused } from './cli-refused.js';

/** The stores of a cluster: its log and its views. */
export interface ClusterSettings {
  /** Connection strings. */
  readonly eventStore: string;
  readonly postgres: string;
  /** Prefix of every stream name in EventStoreDB. */
  readonly prefix: string;
}

export interface Settings {
  /** The data folder, absolute. */
  readonly data: string;
  readonly masterKey: string | undefined;
  /** The one that is to replace it. */
  readonly newMasterKey: string | undefined;
  /** Null in the embedded profile. */
  readonly cluster: ClusterSettings | null;
  /** The stores that are named, whatever the profile; null: none. */
  readonly stores: ClusterSettings | null;
  /** As on the server. */
  readonly backupKeepDays: number;
  /** Of a bucket with backups. */
  readonly backupKeys: { readonly keyId: string | undefined; readonly secret: string | undefined };
}

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

const storesOf = (env: NodeJS.ProcessEnv): ClusterSettings | null => {
  const [eventStore, postgres] = [nonEmpty(env.TOCSIN_EVENTSTORE), nonEmpty(env.TOCSIN_POSTGRES)];
  if (eventStore === undefined || postgres === undefined) return null;
  return { eventStore, postgres, prefix: nonEmpty(env.TOCSIN_EVENTSTORE_PREFIX) ?? 'tocsin' };
};

const clusterOf = (env: NodeJS.ProcessEnv): ClusterSettings | null => {
  const profile = nonEmpty(env.TOCSIN_PROFILE) ?? 'embedded';
  if (profile === 'embedded') return null;
  if (profile !== 'cluster') throw new CliRefused(`TOCSIN_PROFILE is “${profile}”: it must be embedded or cluster.`);
  const stores = storesOf(env);
  if (!stores) throw new CliRefused('TOCSIN_PROFILE=cluster needs TOCSIN_EVENTSTORE and TOCSIN_POSTGRES, as on the server.');
  return stores;
};

/** Reads the settings from the same environment variables as the server. Throws CliRefused, naming the variable. */
export const readSettings = (env: NodeJS.ProcessEnv): Settings => ({
  data: resolve(nonEmpty(env.TOCSIN_DATA) ?? 'data'),
  masterKey: nonEmpty(env.TOCSIN_MASTER_KEY),
  newMasterKey: nonEmpty(env.TOCSIN_NEW_MASTER_KEY),
  cluster: clusterOf(env),
  stores: storesOf(env),
  backupKeepDays: Number(nonEmpty(env.TOCSIN_BACKUP_KEEP_DAYS) ?? 30) || 30,
  backupKeys: { keyId: nonEmpty(env.TOCSIN_BACKUP_KEY_ID), secret: nonEmpty(env.TOCSIN_BACKUP_SECRET) },
});

/** Throws CliRefused where there is no data folder: a command of maintenance makes none. */
export const requireData = ({ data }: Settings): void => {
  if (existsSync(join(data, 'tocsin.json'))) return;
  throw new CliRefused(`No Tocsin data folder at ${data}. Set TOCSIN_DATA to the server’s data folder.`);
};
