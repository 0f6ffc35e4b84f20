import { PostgresLeaderLock } from '@tocsin/platform/leader/postgres-leader-lock.js';
import { CliRefused } from './cli-refused.js';
import type { ClusterSettings } from './settings.js';

/** Holds the cluster’s lock, so that no server of it appends meanwhile. */
export const aloneInCluster = async <T>({ postgres, prefix }: ClusterSettings, work: () => Promise<T>): Promise<T> => {
  const leadership = await new PostgresLeaderLock(postgres, prefix).tryToLead().catch((error: unknown) => {
    throw new CliRefused(`PostgreSQL can’t be reached: ${(error as Error).message}.`, { cause: error });
  });
  if (!leadership) throw new CliRefused('Another server of the cluster is running: stop it first. Nothing was written.');
  try {
    return await work();
  } finally {
    await leadership.release();
  }
};
