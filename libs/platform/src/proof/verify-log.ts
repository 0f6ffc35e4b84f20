import type { StoredEvent } from '../event-log/event-log.js';
import { leafOf, MerkleTree } from './merkle.js';
import { isSignedBy, readNote, type SignedNote } from './signed-note.js';
import { StoredLeaves } from './stored-leaves.js';
import type { StoredTree } from './stored-tree.js';
import type { ReadPage } from './tree-keeper.js';
import type { Anchor } from './verify-proof.js';

export interface LogToVerify {
  readonly readPage: ReadPage;
  /** The stream of seals and keys, in order. */
  readonly seals: readonly StoredEvent[];
  /** Its hashes, if they were kept. */
  readonly stored: StoredTree | undefined;
}

export interface VerifyLogOptions {
  /** Public keys, each 64 hexadecimal digits, that were written down elsewhere. */
  readonly keys: readonly string[];
  readonly anchors: readonly Anchor[];
  readonly onProgress?: (ordinal: number) => void;
}

export interface VerifiedLog {
  readonly head: number;
  /** Events under the newest seal; 0 without one. */
  readonly sealed: number;
  /** The key of the newest seal. */
  readonly publicKey: string | null;
  /** Whether that key is one of the given ones. */
  readonly isKeyKnown: boolean;
  /** Up to this ordinal each event was compared with its own hash. */
  readonly comparedUpTo: number;
  /** The first ten, one sentence each. */
  readonly findings: readonly string[];
}

const maxFindings = 10;

interface FoundSeal {
  readonly note: SignedNote;
  /** By which it must be signed; undefined: none was introduced before it. */
  readonly publicKey: string | undefined;
}

/** The seals in order. An unreadable one is a finding. */
const sealsOf = (events: readonly StoredEvent[], findings: string[]): readonly FoundSeal[] => {
  const seals: FoundSeal[] = [];
  let publicKey: string | undefined;
  for (const { ordinal, type, data } of events) {
    const fact = JSON.parse(data) as { publicKey?: string; note?: string };
    if (type === 'SealingKeyIntroduced') publicKey = fact.publicKey;
    if (type !== 'LogSealed') continue;
    const note = readNote(fact.note ?? '');
    if (note && note.size < ordinal) seals.push({ note, publicKey });
    else findings.push(`Event ${ordinal} is no seal, although its type says so.`);
  }
  return seals;
};

/** Goes through the log once, and keeps the roots at the sizes that are asked for. */
const rootsOf = async (
  { readPage, stored }: LogToVerify,
  sizes: ReadonlySet<number>,
  findings: string[],
  onProgress?: (ordinal: number) => void,
): Promise<{ readonly roots: ReadonlyMap<number, Buffer>; readonly head: number; readonly comparedUpTo: number }> => {
  const [tree, roots, leaves] = [new MerkleTree(), new Map<number, Buffer>(), new StoredLeaves(stored)];
  for (let events = await readPage(0); events.length > 0 && findings.length < maxFindings; events = await readPage(tree.size)) {
    for (const event of events) {
      if (event.ordinal !== tree.size + 1) {
        findings.push(`Event ${tree.size + 1} is missing.`);
        return { roots, head: tree.size, comparedUpTo: Math.min(leaves.size, tree.size) };
      }
      const leaf = leafOf(event);
      if (leaves.of(event.ordinal)?.equals(leaf) === false) findings.push(`Event ${event.ordinal} is not as written.`);
      tree.push(leaf);
      if (sizes.has(tree.size)) roots.set(tree.size, tree.root());
    }
    onProgress?.(tree.size);
  }
  if (leaves.size > tree.size) findings.push(`The log ends with event ${tree.size}, but it had ${leaves.size}: its end is missing.`);
  return { roots, head: tree.size, comparedUpTo: Math.min(leaves.size, tree.size) };
};

/** Where the first seal that differs says that the change lies. */
const findChange = (seals: readonly FoundSeal[], roots: ReadonlyMap<number, Buffer>): readonly string[] => {
  let intact = 0;
  for (const { note, publicKey } of seals) {
    if (publicKey === undefined || !isSignedBy(note, publicKey))
      return [`The seal over ${note.size} events is not by the key of this log.`];
    const root = roots.get(note.size);
    if (!root) return [`The seal over ${note.size} events covers more than the log has.`];
    if (!root.equals(note.root))
      return [`Of the events ${intact + 1} to ${note.size} one was changed: the log was as sealed up to ${intact}.`];
    intact = note.size;
  }
  return [];
};

const findMissedAnchors = (anchors: readonly Anchor[], roots: ReadonlyMap<number, Buffer>): readonly string[] =>
  anchors.flatMap(({ size, root }) => (roots.get(size)?.equals(root) ? [] : [`The first ${size} events are not those of the anchor.`]));

/** Checks a whole log against its hashes, its seals, and what was seen of it elsewhere. Rejects with LogUnavailable. */
export const verifyLog = async (log: LogToVerify, { keys, anchors, onProgress }: VerifyLogOptions): Promise<VerifiedLog> => {
  const findings: string[] = [];
  const seals = sealsOf(log.seals, findings);
  const sizes = new Set([...seals.map(({ note }) => note.size), ...anchors.map(({ size }) => size)]);
  const { roots, head, comparedUpTo } = await rootsOf(log, sizes, findings, onProgress);
  const newest = seals.at(-1);
  const isKeyKnown = newest !== undefined && keys.some((key) => isSignedBy(newest.note, key));
  findings.push(...findChange(seals, roots), ...findMissedAnchors(anchors, roots));
  if (keys.length > 0 && !isKeyKnown) findings.push(newest ? 'The newest seal is not by the given key.' : 'There is no seal.');
  const { note, publicKey = null } = newest ?? { note: { size: 0 } };
  return { head, sealed: note.size, publicKey, isKeyKnown, comparedUpTo, findings: findings.slice(0, maxFindings) };
};
