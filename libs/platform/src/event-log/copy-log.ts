import { leafOf, MerkleTree } from '../proof/merkle.js';
import { appendsOf } from './append-checks.js';
import type { AppendResult, EventLog, StoredEvent } from './event-log.js';

/** The target can’t take the copy. The message is a sentence for the operator. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused';
}

export interface CopyOptions {
  /** Appends of one page are handed over together: right for a log that keeps the order of what it is handed in one turn. */
  readonly isOrdered: boolean;
  readonly onProgress?: (ordinal: number) => void;
  /** Called before the first append, if there is one. */
  readonly onBegin?: () => void;
}

export interface CopiedLog {
  readonly size: number;
  /** Of the source, and of the target: hexadecimal, and the same. */
  readonly root: string;
  /** Events that were there already, from a run that was stopped. */
  readonly resumedAt: number;
}

const eventsPerPage = 500;

const treeOf = async (log: EventLog, size: number): Promise<MerkleTree> => {
  const tree = new MerkleTree();
  while (tree.size < size) {
    const page = await log.readAll({ after: tree.size, limit: Math.min(eventsPerPage, size - tree.size) });
    if (page.length === 0) break;
    for (const event of page) tree.push(leafOf(event));
  }
  return tree;
};

/** Neighbours of one stream, as much as one append takes. */
const appendsFor = (events: readonly StoredEvent[]): readonly (readonly StoredEvent[])[] => {
  const runs: StoredEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0]!.stream === event.stream) run.push(event);
    else runs.push([event]);
  }
  return runs.flatMap((run) => appendsOf(run) as readonly (readonly StoredEvent[])[]);
};

const append = async (target: EventLog, events: readonly StoredEvent[]): Promise<void> => {
  const [first, last] = [events[0]!, events.at(-1)!];
  const result: AppendResult = await target.append(
    first.stream,
    first.revision === 0 ? 'none' : first.revision - 1,
    events.map(({ id, type, v, data, meta }) => ({ id, type, v, data, meta })),
  );
  if (result.revision !== last.revision)
    throw new CopyRefused(`Event ${last.ordinal} would get another revision. The target was not finished.`);
};

/**
 * Copies a log in the order of its ordinals, at exact revisions. A target that already has the beginning of the source is continued. Throws CopyRefused
 * for a target with anything else, and AppendConflict when somebody else writes to it.
 */
export const copyLog = async (
  pages: AsyncIterable<readonly StoredEvent[]>,
  target: EventLog,
  { isOrdered, onProgress, onBegin }: CopyOptions,
): Promise<CopiedLog> => {
  const { ordinal: had } = await target.head();
  const hadRoot = (await treeOf(target, had)).root();
  const source = new MerkleTree();
  let hasBegun = false;
  const requireBeginning = (): void => {
    if (source.size === had && !source.root().equals(hadRoot))
      throw new CopyRefused(`The target is not empty, and its ${had} events are not the beginning of this log. Nothing was written.`);
  };
  for await (const page of pages) {
    const fresh: StoredEvent[] = [];
    for (const event of page) {
      source.push(leafOf(event));
      if (event.ordinal > had) fresh.push(event);
      else requireBeginning();
    }
    if (fresh.length > 0 && !hasBegun) onBegin?.();
    hasBegun ||= fresh.length > 0;
    if (isOrdered) await Promise.all(appendsFor(fresh).map((events) => append(target, events)));
    else for (const events of appendsFor(fresh)) await append(target, events);
    onProgress?.(source.size);
  }
  if (source.size < had)
    throw new CopyRefused(`The target has ${had} events, more than the ${source.size} of this log. Nothing was written.`);
  const copied = await treeOf(target, source.size);
  if (copied.size !== source.size || !copied.root().equals(source.root()))
    throw new CopyRefused(`The copy is not what was read: something else writes to the target. Empty it, and start again.`);
  return { size: source.size, root: source.root().toString('hex'), resumedAt: had };
};
