import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { proofLines } from '@tocsin/platform/proof/write-proof.js';
import { readNote, type SignedNote } from '@tocsin/platform/proof/signed-note.js';
import type { StoredTree } from '@tocsin/platform/proof/stored-tree.js';
import { eventsOfStream } from '@tocsin/platform/views/rows-of-stream.js';
import type { StreamFoldDependencies } from '@tocsin/platform/views/stream-fold.js';
import { filmFile, type GroupFile } from './film-file.js';
import { LinesOfGroup, type PackLine } from './pack-lines.js';
import { reportPage } from './pack-report.js';
import { verifier } from './verifier.js';
import { zipOf } from './zip-of.js';

export interface PackSource extends StreamFoldDependencies {
  /** Decoded events of a type, in log order. */
  readonly ofType: (type: string) => AsyncIterable<Recorded>;
  /** Ordinals of events with a redacted text. */
  readonly redacted: ReadonlySet<number>;
  /** The hashes of the log; null where there are none. */
  readonly tree: () => StoredTree | null;
}

export interface Seals {
  readonly note: string;
  readonly read: SignedNote;
  /** Of all. */
  readonly sizes: readonly number[];
  /** 64 hexadecimal digits. */
  readonly key: string;
}

/** The newest seal, and the key that signed it. Null: the log is not sealed. */
const readSeals = async ({ ofType }: PackSource): Promise<Seals | null> => {
  const keys = new Map<string, string>();
  for await (const { data } of ofType('SealingKeyIntroduced')) {
    const { keyId, publicKey } = data as FactOf<'SealingKeyIntroduced'>;
    keys.set(keyId, publicKey);
  }
  const sizes: number[] = [];
  let newest: Omit<Seals, 'sizes' | 'key'> | undefined;
  for await (const { data } of ofType('LogSealed')) {
    const { note } = data as FactOf<'LogSealed'>;
    const read = readNote(note);
    if (!read) continue;
    sizes.push(read.size);
    newest = { note, read };
  }
  const key = newest && keys.get(newest.read.keyId);
  return newest && key !== undefined ? { ...newest, sizes, key } : null;
};

const stream = ({ groupId }: GroupFile): string => `alertGroup-${groupId}`;

/** Whether an event names a thing that has a stream of its own as an alert group. */
const speaksOfOthers = ({ log }: PackSource, { groupId, people }: GroupFile) => {
  const known = new Map<string, boolean>([[groupId, false], ...people.map((id) => [id, false] as const)]);
  const isGroup = async (id: string): Promise<boolean> => {
    const found = known.get(id) ?? (await log.readStream(`alertGroup-${id}`, 0, 1)).length > 0;
    known.set(id, found);
    return found;
  };
  return async ({ data }: StoredEvent): Promise<boolean> => {
    for (const [id] of data.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g)) if (await isGroup(id)) return true;
    return false;
  };
};

/** The events of the group that may leave, as the proof shows them; all others are hidden behind their hash. */
async function* shownEvents(source: PackSource, file: GroupFile, size: number): AsyncGenerator<StoredEvent> {
  const isOfOthers = speaksOfOthers(source, file);
  for await (const event of eventsOfStream(source.log, stream(file), Math.min(size, file.upTo)))
    if (!source.redacted.has(event.ordinal) && !(await isOfOthers(event))) yield event;
}

async function* proofFile(source: PackSource, file: GroupFile, { note, read, sizes }: Seals, tree: StoredTree): AsyncGenerator<string> {
  const subtree = (after: number, count: number): Buffer => tree.subtree(after, count);
  const shown = shownEvents(source, file, read.size);
  yield* proofLines({ logId: read.logId, size: read.size, note, cuts: sizes, subtree, shown });
}

async function* linesOf(source: PackSource, file: GroupFile, size: number): AsyncGenerator<PackLine> {
  const lines = new LinesOfGroup(file);
  const isOfOthers = speaksOfOthers(source, file);
  for await (const stored of eventsOfStream(source.log, stream(file), file.upTo)) {
    const cover = source.redacted.has(stored.ordinal)
      ? 'redacted'
      : stored.ordinal > size
        ? 'not sealed yet'
        : (await isOfOthers(stored))
          ? 'speaks of other groups'
          : 'covered';
    yield lines.take(source.decode(stored), cover);
  }
}

const readMe = ({ number }: GroupFile, seals: Seals | null): string => `Evidence of alert group #${number}

report.html         what happened, in plain words; open it first, or print it
film.html           the same as a film, event by event
timeline.ndjson     each event in words, and whether the proof covers it
${
  seals
    ? `proof.ndjson        the events as they are on the log, and hashes in place of all others (tocsin-proof/1)
verify-proof.py     checks proof.ndjson with nothing but Python:

    python3 verify-proof.py ${seals.key} proof.ndjson

or, with Tocsin:  tocsin verify --key ${seals.key} proof.ndjson

Compare the key with the one that you know from elsewhere: without that, anybody may have made this pack.
`
    : 'There is no proof: the log was not sealed yet when this pack was made.\n'
}`;

async function* timeline(lines: AsyncIterable<PackLine>): AsyncGenerator<string> {
  for await (const { receipts: _receipts, ...line } of lines) yield `${JSON.stringify(line)}\n`;
}

/** A ZIP about one alert group: report, film, timeline, proof and its verifier. */
export async function* groupPack(source: PackSource, file: GroupFile): AsyncGenerator<Uint8Array> {
  const tree = source.tree();
  try {
    const newest = await readSeals(source);
    const seals = newest && tree && tree.size >= newest.read.size ? newest : null;
    const size = seals?.read.size ?? 0;
    const proof =
      seals && tree
        ? [
            { name: 'proof.ndjson', parts: proofFile(source, file, seals, tree) },
            { name: 'verify-proof.py', parts: [verifier] },
          ]
        : [];
    yield* zipOf(
      [
        { name: 'README.txt', parts: [readMe(file, seals)] },
        { name: 'report.html', parts: reportPage(file, seals, linesOf(source, file, size)) },
        { name: 'film.html', parts: filmFile(source, file) },
        { name: 'timeline.ndjson', parts: timeline(linesOf(source, file, size)) },
        ...proof,
      ],
      file.at,
    );
  } finally {
    tree?.close();
  }
}
