import { events } from '@tocsin/contracts/catalogue.js';
import type { Redactions } from '@tocsin/domain/operation/redactions/redactions.js';
import { domain, fingerprints } from '@tocsin/domain/registry.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import type { DecodeOnce } from '@tocsin/platform/feed/decoding.js';
import { MemoryFeed } from '@tocsin/platform/feed/memory-feed.js';
import { reasonOf } from '@tocsin/platform/reactor/faults.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import { isDiskLow } from './disk-space.js';
import { FoldFaults } from './fold-faults.js';
import { MemorySnapshots } from './memory-snapshots.js';
import type { BackgroundErrors } from './background-errors.js';

/** Memory of the log, from which commands are decided and people are admitted. */
export interface OpenedMemory {
  readonly faults: FoldFaults;
  readonly memory: MemoryRows;
  readonly feed: MemoryFeed;
  readonly snapshots: MemorySnapshots;
}

interface MemoryToOpen {
  readonly folder: DataFolder;
  readonly vault: Vault;
  readonly log: EventLog;
  readonly decode: DecodeOnce;
  readonly redactions: Redactions;
  readonly troubles: BackgroundErrors;
}

/** Restores memory from its snapshots, and loads the redactions. What the snapshots lack is read by `Folding`. */
export const openMemory = async ({ folder, vault, log, decode, redactions, troubles }: MemoryToOpen): Promise<OpenedMemory> => {
  const faults = new FoldFaults(troubles);
  const memory = new MemoryRows(domain.memory, ({ view, event, fault }) =>
    faults.note('memory', { view, event, reason: reasonOf(fault) }, fault),
  );
  const feed = new MemoryFeed(log, decode, memory, (error) => troubles.note('memory', error));
  const knows = Object.entries(events).map(([type, { v }]) => `${type} ${v}`);
  const { marks } = feed;
  const hasRoom = (): boolean => !isDiskLow(folder);
  const snapshots = new MemorySnapshots({ room: folder.room('views'), vault, memory, marks, fingerprints, knows, troubles, hasRoom });
  await snapshots.restore(async () => (await log.head()).ordinal);
  await redactions.load({ readAll: async (query) => (await log.readAll(query)).map(decode) });
  return { faults, memory, feed, snapshots };
};
