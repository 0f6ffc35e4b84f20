import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { EventLog, StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import type { SignedNote } from '@tocsin/platform/proof/signed-note.js';
import type { StoredTree } from '@tocsin/platform/proof/stored-tree.js';
import type { StreamFoldDependencies } from '@tocsin/platform/views/stream-fold.js';
import type { ZippedFile } from './zip-of.js';

export interface PackSource extends StreamFoldDependencies {
  readonly log: Pick<EventLog, 'readStream' | 'readAll'>;
  /** Decoded events of a type, in log order. */
  readonly ofType: (type: string) => AsyncIterable<Recorded>;
  /** Ordinals of events with a redacted text. */
  readonly redacted: ReadonlySet<number>;
  /** The hashes of the log; null where there are none. */
  readonly tree: () => StoredTree | null;
}

/** What the proof says of an event: only what it covers stands in it in full. */
export type Cover =
  'covered' | 'redacted' | 'not sealed yet' | 'names other groups' | 'names people' | 'names other people' | 'says what a sender wrote';

export interface PackLine {
  readonly ordinal: number;
  readonly at: string;
  readonly says: string;
  readonly proof: Cover;
}

/** What a pack is about. */
export interface Pack {
  readonly title: string;
  /** Below the first paragraph. */
  readonly notes: readonly string[];
  /** When it was exported. */
  readonly at: string;
  /** Its events in log order. Each call reads them anew. */
  readonly events: () => AsyncIterable<StoredEvent>;
  /** Null: nothing in the event is somebody else’s. */
  readonly othersIn: (event: StoredEvent) => Promise<Extract<Cover, `names ${string}` | `says ${string}`> | null>;
  readonly words: () => (event: Recorded) => string;
  /** Tables at the end of the report, once all of its events were read. */
  readonly tables: () => readonly PackTable[];
  /** Further files. */
  readonly files: readonly (ZippedFile & { readonly says: string })[];
}
export interface PackTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Seals {
  readonly note: string;
  readonly read: SignedNote;
  /** Of all. */
  readonly sizes: readonly number[];
  /** 64 hexadecimal digits. */
  readonly key: string;
}
