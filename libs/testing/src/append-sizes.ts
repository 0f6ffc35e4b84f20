import { eventContract } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { upcasters } from '@tocsin/domain/registry.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';

const codec = new EventCodec({ vault: new MemoryVault(), contractOf: eventContract, upcasters });

/** The size of an event in an append: JSON of data and metadata, with the overhead of encryption. */
export const encodedBytes = ({ id, type, data, meta }: Pick<Recorded, 'id' | 'type' | 'data' | 'meta'>): number => {
  const newEvent = codec.encode({ id, type, data }, meta);
  return id.length + type.length + Buffer.byteLength(newEvent.data) + Buffer.byteLength(newEvent.meta);
};

/** The largest append among these events: events of one command on one stream are one append. */
export const largestAppend = (events: readonly Recorded[]): { readonly type: string; readonly bytes: number } => {
  const appends = new Map<string, { type: string; bytes: number }>();
  for (const event of events) {
    const key = `${event.stream} ${event.meta.commandId}`;
    const append = appends.get(key) ?? { type: event.type, bytes: 0 };
    append.bytes += encodedBytes(event);
    appends.set(key, append);
  }
  return [...appends.values()].reduce((most, one) => (one.bytes > most.bytes ? one : most), { type: 'none', bytes: 0 });
};
