import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLog, StoredEvent } from '../event-log/event-log.js';
import type { MerkleTree } from '../proof/merkle.js';
import type { ReadPage } from '../proof/tree-keeper.js';
import {
  expiredIn,
  generationName,
  generationsIn,
  importedName,
  keysIn,
  keysName,
  rootInName,
  segmentName,
  startOf,
  storedIn,
  type Branch,
  type Generation,
} from './backup-names.js';
import type { BackupPlace } from './backup-place.js';
import { isWholeBundle, withImported, withKeys, type BundleOrder } from './key-bundle.js';
import { BackupRefused } from './manifest.js';
import { mostBytesOfSegment, packSegment, segmentCharacters, segmentEvents, unpackSegment } from './segment.js';

export interface BackupRun extends BundleOrder, Branch {
  /** Everything after this ordinal. */
  readonly readPage: ReadPage;
  /** The tree over the first `size` events. */
  readonly treeAt: (size: number) => MerkleTree | Promise<MerkleTree>;
  /** A new base is made of what began before this instant, and what newer ones replaced before the other one is deleted. */
  readonly baseBefore: string;
  readonly keepFrom: string;
  /** The run before did not end well, or is not known: what it sent last may not be what was read back. */
  readonly isInDoubt: boolean;
}

/** A new base is made when the last one is this old: what restores must read stays short, and a damaged base is replaced. */
export const baseEveryDays = 7;

/** The history that a log goes on with: a store that was restored uses ordinals again that its original used, too. */
export const branchOf = async (log: Pick<EventLog, 'head' | 'readBack'>): Promise<string> => {
  const [restored] = await log.readBack({ before: (await log.head()).ordinal + 1, limit: 1, types: ['StoreRestored'] });
  return restored ? `restored-${restored.ordinal}-${restored.id.slice(0, 8)}` : 'original';
};

export interface BackupReport {
  /** The last ordinal that is in the backup. */
  readonly head: number;
  /** Events and bytes that this run added. */
  readonly events: number;
  readonly bytes: number;
  readonly isNewBase: boolean;
  /** What is there now, of this history. */
  readonly stored: ReturnType<typeof storedIn>;
}

/**
 * Whether the generation is continued; else a new base is due. One that a killed run left began not long ago, so that it is completed. One that was
 * begun under a clock that was ahead would stay the newest for ever.
 */
const isCurrent = ({ baseBefore, now }: BackupRun, { startedAt }: Generation): boolean => startedAt >= baseBefore && startedAt <= now;

/** Throws BackupRefused when the place has a longer or another history than the log. */
const requireSameHistory = async (run: BackupRun, { start, segments, end }: Generation, place: BackupPlace): Promise<void> => {
  const last = segments.at(-1);
  if (!last) return;
  const isSame = end <= run.head && (await run.treeAt(end)).root().toString('hex').slice(0, rootInName) === last.root;
  if (isSame) return;
  throw new BackupRefused(
    `${start} at ${place.address} holds another history of this log than this server: perhaps a copy of it backs up to the same place. ` +
      'Stop the copy, or choose another place; nothing was overwritten.',
  );
};

/**
 * The ordinal after which events are missing. A run that ended between sending a segment and reading it back may have left one that is damaged, which
 * can only be the last: it is removed, and sent again.
 */
const endOf = async (place: BackupPlace, run: BackupRun, generation: Generation | undefined): Promise<number> => {
  const last = generation?.segments.at(-1);
  if (!last || !run.isInDoubt) return generation?.end ?? 0;
  const file = await place.bytesOf(last.name, mostBytesOfSegment);
  try {
    await unpackSegment(file, last, run.logId, await run.treeAt(last.from - 1));
    return last.to;
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    await place.remove([last.name]);
    return last.from - 1;
  }
};

/** Adds segments until everything up to the head is there. Each is whole by itself: a run that ends in between loses nothing. */
const addSegments = async (place: BackupPlace, run: BackupRun, start: string, end: number): Promise<{ events: number; bytes: number }> => {
  const tree = await run.treeAt(end);
  const added = { events: 0, bytes: 0 };
  let [waiting, characters]: [StoredEvent[], number] = [[], 0];
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const from = tree.size + 1;
    const file = await packSegment(run.logId, waiting, tree);
    await place.put(segmentName(start, { from, to: tree.size, root: tree.root().toString('hex') }), file);
    added.events += waiting.length;
    added.bytes += file.byteLength;
    [waiting, characters] = [[], 0];
  };
  for (let after = end; after < run.head;) {
    const page = (await run.readPage(after)).filter(({ ordinal }) => ordinal <= run.head);
    if (page[0]?.ordinal !== after + 1) throw new BackupRefused(`Event ${after + 1} of the log is missing. Run “tocsin verify”.`);
    for (const event of page) {
      waiting.push(event);
      characters += event.data.length + event.meta.length;
    }
    after += page.length;
    if (waiting.length >= segmentEvents || characters >= segmentCharacters) await flush();
  }
  await flush();
  return added;
};

/** The newest keys replace all earlier ones, so that a key that was destroyed since is nowhere. */
const replaceKeys = async (place: BackupPlace, run: BackupRun, names: readonly string[]): Promise<void> => {
  const bundles = keysIn(names);
  await withKeys(run, (file) => place.put(keysName(run, (bundles.at(-1)?.number ?? 0) + 1, run.head), { file }));
  await place.remove(bundles.map(({ name }) => name));
};

const importedFiles = ['log/imported/log.db', 'log/imported/log.db-wal', 'vault/imported/vault.db', 'vault/imported/vault.db-wal'];

/** Of everything that changes with the imported history, also by a redaction; sorts by time. Null: there is none. */
const importedVersion = (data: string): string | null => {
  const files = importedFiles.map((path) => statSync(join(data, path), { throwIfNoEntry: false }));
  if (!files[0]?.size) return null;
  // an empty WAL is like none: which of both there is depends on who looked last
  const states = files.map((file) => (file?.size ? `${file.mtimeMs}-${file.size}` : ''));
  const newest = Math.max(...files.map((file) => (file?.size ? file.mtimeMs : 0)));
  return `${Math.floor(newest)}-${createHash('sha256').update(states.join()).digest('hex').slice(0, 12)}`;
};

const replaceImported = async (place: BackupPlace, run: BackupRun, names: readonly string[]): Promise<void> => {
  const stored = names.filter((name) => name.startsWith(`${startOf(run)}imported/`));
  const version = importedVersion(run.data);
  const wanted = version === null ? null : importedName(run, version);
  const isThere = wanted !== null && stored.includes(wanted) && (!run.isInDoubt || (await isWholeBundle(run, place.read(wanted))));
  if (wanted !== null && !isThere) await withImported(run, (bundle) => place.put(wanted, { file: bundle }));
  await place.remove(stored.filter((name) => name !== wanted));
};

/**
 * One run: new events, then the keys, because each event must have its key, then what is no longer needed. Safe to repeat after any end. Rejects with
 * BackupRefused, or with the error of the disk or the network.
 */
export const writeBackup = async (place: BackupPlace, run: BackupRun): Promise<BackupReport> => {
  const names = await place.list(startOf(run));
  const generations = generationsIn(names);
  const newest = generations.at(-1);
  if (newest) await requireSameHistory(run, newest, place);
  const generation = newest && isCurrent(run, newest) ? newest : undefined;
  const start = generation?.start ?? generationName(run, (newest?.number ?? 0) + 1, run.now);
  const added = await addSegments(place, run, start, await endOf(place, run, generation));
  const bundled = keysIn(names).at(-1);
  if (run.isInDoubt || added.events > 0 || bundled?.head !== run.head) await replaceKeys(place, run, names);
  await replaceImported(place, run, names);
  // the last segment first: what is left of a sweep that was killed still begins at the first event
  const expired = expiredIn(generations, run.keepFrom).map((one) => one.start);
  await place.remove(names.filter((name) => expired.some((expiredStart) => name.startsWith(expiredStart))).toReversed());
  const stored = storedIn(await place.objects(startOf(run)));
  return { head: run.head, ...added, isNewBase: generation === undefined, stored };
};
