import { join } from 'node:path';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { domain } from '@tocsin/domain/registry.js';
import { deriveFencedEventId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { laterOf } from '@tocsin/kernel/time.js';
import type { Manifest } from '@tocsin/platform/backup/manifest.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { jsonIn } from '@tocsin/platform/data-folder/json-file.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { rootOf } from '@tocsin/platform/proof/root-of.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';

const stream = 'organisation';
const eventsPerPage = 500;

interface RestoreStamp {
  readonly commandId: string;
  readonly now: string;
}

/** Real time, or the time of the log’s manual clock, because such a log has invented instants. */
const instantOf = async (log: EventLog, now: string, head: number): Promise<string> => {
  const [first] = await log.readAll({ after: 0, limit: 1 });
  const [last] = await log.readAll({ after: head - 1, limit: 1 });
  const isManual = (JSON.parse(first!.data) as { clock?: string }).clock === 'manual';
  const { at } = JSON.parse(last!.meta) as Meta;
  return isManual ? at : laterOf(at, now);
};

/** Appends the fact that pauses the store, before any server opens the log, so that nothing is sent in between. */
export const recordRestore = async (
  folder: string,
  log: EventLog,
  { madeAt, program }: Manifest,
  { commandId, now }: RestoreStamp,
): Promise<void> => {
  const vault = new MemoryVault();
  try {
    const before = await log.readStream(stream);
    // A store that was never set up has nothing to send, and no owner who could resume it.
    if (before.length === 0) return;
    const { ordinal } = await log.head();
    const had = await rootOf((after) => log.readAll({ after, limit: eventsPerPage }));
    const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: domain.upcasters });
    const meta: Meta = {
      at: await instantOf(log, now, ordinal),
      actor: systemActor,
      commandId,
      correlationId: commandId,
      causationId: null,
      logic: domain.logic,
      readUpTo: ordinal,
      node: jsonIn<{ id: string }>(join(folder, 'node.json'))?.id ?? 'restore',
    };
    const event = { id: deriveFencedEventId(meta, stream, 0), type: 'StoreRestored', data: { backupAt: madeAt, program, had } };
    await log.append(stream, before.at(-1)!.revision, [codec.encode(event, meta)]);
  } finally {
    vault.close();
  }
};
