import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { StoredEvent } from '../event-log/event-log.js';
import { tokenOf } from '../event-log/append-checks.js';
import { leafOf, type MerkleTree } from '../proof/merkle.js';
import { readLine } from '../proof/proof-lines.js';
import { BackupRefused } from './manifest.js';
import type { Segment } from './backup-names.js';

const format = 'tocsin-segment/1';
const zip = promisify(gzip);

/** Events of one segment, and characters with which it ends early: what one upload, and the memory for it, may cost. */
export const segmentEvents = 5_000;
export const segmentCharacters = 4 * 1024 * 1024;
/** More than a segment of events that don’t compress. */
export const mostBytesOfSegment = 64 * 1024 * 1024;

const rootOf = (tree: MerkleTree): string => tree.root().toString('hex');
const headLine = (logId: string, tree: MerkleTree): string => JSON.stringify({ format, log: logId, after: tree.size, root: rootOf(tree) });
const endLine = (tree: MerkleTree): string => JSON.stringify({ end: tree.size, root: rootOf(tree) });

/**
 * One segment as a file: a line with the root over all that is before it, a line for each event as in a proof file, and a line with the root at its end,
 * without which it is not whole. Adds the events to the tree.
 */
export const packSegment = async (logId: string, events: readonly StoredEvent[], tree: MerkleTree): Promise<Buffer> => {
  const lines = [headLine(logId, tree)];
  for (const { ordinal, stream, revision, id, type, v, data, meta } of events) {
    const leaf = leafOf({ ordinal, stream, revision, id, type, v, data, meta });
    tree.push(leaf);
    lines.push(JSON.stringify({ ordinal, stream, revision, id, type, v, data, meta, leaf: leaf.toString('hex') }));
  }
  return zip(`${[...lines, endLine(tree)].join('\n')}\n`);
};

/** As much as can be unpacked, and what then went wrong. */
const unpack = async (file: Buffer): Promise<{ readonly text: string; readonly trouble: string | null }> => {
  const gunzip = createGunzip();
  const chunks: Buffer[] = [];
  try {
    gunzip.end(file);
    for await (const chunk of gunzip) chunks.push(chunk as Buffer);
    return { text: Buffer.concat(chunks).toString('utf8'), trouble: null };
  } catch (error) {
    return { text: Buffer.concat(chunks).toString('utf8'), trouble: (error as Error).message };
  }
};

/**
 * The events of a segment, which must follow those in the tree; they are added to it. Throws BackupRefused with the file and the ordinal of what is not
 * as it was written.
 */
export const unpackSegment = async (
  file: Buffer,
  { name, to }: Segment,
  logId: string,
  tree: MerkleTree,
): Promise<readonly StoredEvent[]> => {
  const damaged = (problem: string): never => {
    throw new BackupRefused(`${name} is damaged: ${problem}. Choose another generation of the backup; nothing was put in place.`);
  };
  const { text, trouble } = await unpack(file);
  const [head, ...lines] = text.split('\n');
  if (head !== headLine(logId, tree)) damaged(`it does not follow event ${tree.size}`);
  const events: StoredEvent[] = [];
  for (const line of lines.slice(0, to - tree.size)) {
    const ordinal = tree.size + 1;
    const event = readLine('event', line);
    const leaf = event && leafOf(event);
    if (event?.ordinal !== ordinal || leaf?.toString('hex') !== event.leaf)
      damaged(`event ${ordinal} is not as it was written${trouble ? ` (${trouble})` : ''}`);
    tree.push(leaf!);
    const { leaf: _, ...stored } = event!;
    events.push({ ...stored, token: tokenOf(ordinal) });
  }
  const [end, ...rest] = lines.slice(events.length);
  if (tree.size < to) damaged(`event ${tree.size + 1} is missing`);
  if (end !== endLine(tree) || rest.join('') !== '') damaged(`what follows event ${tree.size} is not as it was written`);
  return events;
};
