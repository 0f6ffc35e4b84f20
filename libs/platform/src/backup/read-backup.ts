import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredEvent } from '../event-log/event-log.js';
import { MerkleTree } from '../proof/merkle.js';
import { destroyInFile, type ErasureList } from '../vault/vault-copies.js';
import { jsonIn } from '../data-folder/json-file.js';
import { branchesIn, generationsIn, keysIn, startOf, type Branch, type Generation } from './backup-names.js';
import type { BackupPlace } from './backup-place.js';
import { BackupRefused, manifestIn, type Manifest } from './manifest.js';
import { unpack, verify } from './restore-backup.js';
import { mostBytesOfSegment, unpackSegment } from './segment.js';

export interface ChosenBackup {
  readonly branch: Branch;
  readonly generation: Generation;
  /** The name of the newest keys. */
  readonly keys: string;
  /** The last ordinal to restore. */
  readonly to: number;
  /** The name of the imported history, if there is one. */
  readonly imported: string | undefined;
  /** Names of the newest keys of other histories of the log: whoever was erased there stays erased. */
  readonly otherKeys: readonly string[];
}

export interface Choice {
  /** The log or the history, as they stand in the names; needed when the place has several. */
  readonly branch?: string | undefined;
  readonly generation?: number | undefined;
  readonly to?: number | undefined;
}

const nameOf = ({ logId, branch }: Branch): string => `${logId}/${branch}`;

const branchFor = (branches: readonly Branch[], wanted: string | undefined, address: string): Branch => {
  const matching = wanted === undefined ? branches : branches.filter((one) => nameOf(one) === wanted || one.branch === wanted);
  if (matching.length === 1) return matching[0]!;
  const known = branches.map(nameOf).join(', ');
  if (branches.length === 0) throw new BackupRefused(`There is no backup at ${address}.`);
  throw new BackupRefused(`${address} has several histories: name one of them with --history. ${known}.`);
};

/** Of several generations the one that reaches furthest, and of those the newest. */
const generationFor = (generations: readonly Generation[], { generation, to }: Choice): Generation | undefined => {
  const matching = generations.filter(({ number, end }) => (generation === undefined || number === generation) && end >= (to ?? 1));
  return matching.toSorted((a, b) => a.end - b.end || a.number - b.number).at(-1);
};

/** Decides by the names alone what to restore. Throws BackupRefused when there is nothing that fits. */
export const chooseBackup = async (place: BackupPlace, choice: Choice): Promise<ChosenBackup> => {
  const names = await place.list('');
  const branches = branchesIn(names);
  const branch = branchFor(branches, choice.branch, place.address);
  const inBranch = (one: Branch): readonly string[] => names.filter((name) => name.startsWith(startOf(one)));
  const own = inBranch(branch);
  const keys = keysIn(own).at(-1);
  if (!keys) throw new BackupRefused(`${nameOf(branch)} at ${place.address} has no keys yet: its first run was never completed.`);
  const generation = generationFor(generationsIn(own), choice);
  if (!generation) {
    throw new BackupRefused(`No generation of ${nameOf(branch)} at ${place.address} reaches event ${choice.to ?? 1} without a gap.`);
  }
  const to = choice.to ?? Math.min(generation.end, Math.max(keys.head, 1));
  const others = branches.filter((one) => one.logId === branch.logId && one.branch !== branch.branch);
  const otherKeys = others.flatMap((one) => keysIn(inBranch(one)).at(-1)?.name ?? []);
  return { branch, generation, keys: keys.name, to, imported: own.findLast((name) => name.includes('/imported/')), otherKeys };
};

/** The events of the generation up to `to`, each compared with its hash, and each segment with the root at its end. */
export async function* eventsIn(place: BackupPlace, { branch, generation, to }: ChosenBackup): AsyncIterable<readonly StoredEvent[]> {
  const tree = new MerkleTree();
  for (const segment of generation.segments) {
    if (segment.from > to) return;
    const events = await unpackSegment(await place.bytesOf(segment.name, mostBytesOfSegment), segment, branch.logId, tree);
    yield events.filter(({ ordinal }) => ordinal <= to);
  }
}

/** Unpacks a bundle into the folder, and compares it with its manifest. */
const take = async (place: BackupPlace, name: string, folder: string, program: string): Promise<Manifest> => {
  const file = join(folder, 'bundle.tar');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await pipeline(Readable.from(place.read(name)), createWriteStream(file, { mode: 0o600 }));
    await unpack(file, folder);
    const manifest = await manifestIn(folder, program);
    await verify(folder, manifest);
    return manifest;
  } finally {
    rmSync(file, { force: true });
    rmSync(join(folder, 'manifest.json'), { force: true });
  }
};

const erasedIn = async (place: BackupPlace, name: string, folder: string, program: string): Promise<readonly string[]> => {
  try {
    await take(place, name, folder, program);
    return jsonIn<ErasureList>(join(folder, 'vault', 'erasures.json'))?.subjects ?? [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Puts keys, labels and the imported history into a new data folder; everything but the log. */
export const takeKeys = async (place: BackupPlace, chosen: ChosenBackup, folder: string, program: string): Promise<Manifest> => {
  if (chosen.imported !== undefined) await take(place, chosen.imported, folder, program);
  const manifest = await take(place, chosen.keys, folder, program);
  for (const name of chosen.otherKeys)
    await destroyInFile(join(folder, 'vault', 'vault.db'), await erasedIn(place, name, join(folder, 'other'), program));
  return manifest;
};
