import { sampleLog, sampleLogId as logId } from '@tocsin/testing/proof/sample-log.js';
import { leafOf, MerkleTree, nodeOf, type HashedEvent } from './merkle.js';
import type { HiddenEvents, ShownEvent } from './proof-lines.js';
import { signNote } from './signed-note.js';

export const size = 61;
export const [seed, otherSeed] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)] as const;

export const treeOf = (leaves: readonly Buffer[]): MerkleTree => {
  const tree = new MerkleTree();
  for (const leaf of leaves) tree.push(leaf);
  return tree;
};
const sealOver = (events: readonly HashedEvent[], key = seed): string =>
  signNote({ logId, size: events.length, root: treeOf(events.map(leafOf)).root() }, key);

export const events = sampleLog(size, (before) => (before.length % 13 === 12 ? sealOver(before) : null));
export const note = sealOver(events);
export const leaves = events.map(leafOf);
export const subtree = (after: number, count: number): Buffer => treeOf(leaves.slice(after, after + count)).root();

export type Random = (below: number) => number;
export type Tamper = (random: Random, lines: string[]) => readonly string[];

const jsonOf = (line: string) => JSON.parse(line) as Record<string, string & number>;
/** A line of an event or of a hidden part. */
const anyPart = (random: Random, lines: readonly string[]): number => 1 + random(lines.length - 2);
const linesOfEvents = (lines: readonly string[]): readonly number[] => lines.flatMap((line, n) => (line.includes('"leaf"') ? [n] : []));
const anyEvent = (random: Random, lines: readonly string[]): number => {
  const found = linesOfEvents(lines);
  return found[random(found.length)]!;
};
const edit = (lines: string[], n: number, change: (line: Record<string, unknown>) => object): string[] =>
  lines.with(n, JSON.stringify(change(jsonOf(lines[n]!))));
export const withRightLeaves = (lines: readonly string[]): string[] =>
  lines.map((line) => {
    if (!line.includes('"leaf"')) return line;
    const event = JSON.parse(line) as ShownEvent;
    return JSON.stringify({ ...event, leaf: leafOf(event).toString('hex') });
  });
export const rootOf = (lines: readonly string[]): MerkleTree => {
  const tree = new MerkleTree();
  for (const line of lines.slice(1, -1)) {
    const { leaf, hash, count = 1 } = JSON.parse(line) as Partial<ShownEvent & HiddenEvents>;
    tree.push(Buffer.from((leaf ?? hash)!, 'hex'), count);
  }
  return tree;
};
const replaceAt = (text: string, at: number, by: string): string => text.slice(0, at) + by + text.slice(at + 1);
const changeText = (field: 'data' | 'meta' | 'stream' | 'id' | 'type', random: Random, lines: string[]): string[] =>
  edit(lines, anyEvent(random, lines), (event) => {
    const text = event[field] as string;
    const at = random(text.length);
    return { ...event, [field]: replaceAt(text, at, text[at] === 'x' ? 'y' : 'x') };
  });

const fields = ['data', 'meta', 'stream', 'id', 'type'] as const;
export const changes: Readonly<Record<string, Tamper>> = {
  'a character of any line': (random, lines) => {
    const n = random(lines.length);
    const at = random(lines[n]!.length);
    return lines.with(n, replaceAt(lines[n]!, at, lines[n]![at] === '0' ? '1' : '0'));
  },
  'a bit of any line': (random, lines) => {
    const n = random(lines.length);
    const bytes = Buffer.from(lines[n]!);
    bytes[random(bytes.length)]! ^= 1 << random(7);
    return lines.with(n, bytes.toString('utf8').replaceAll('\n', ' '));
  },
  'a text of an event': (random, lines) => changeText(fields[random(fields.length)]!, random, lines),
  'a number of an event': (random, lines) =>
    edit(lines, anyEvent(random, lines), (event) => {
      const field = (['ordinal', 'revision', 'v'] as const)[random(3)]!;
      return { ...event, [field]: (event[field] as number) + 1 + random(3) };
    }),
  'a line dropped': (random, lines) => lines.toSpliced(anyPart(random, lines), 1),
  'two lines swapped': (random, lines) => {
    const n = 1 + random(lines.length - 3);
    return lines.with(n, lines[n + 1]!).with(n + 1, lines[n]!);
  },
  'the events of two ordinals swapped': (random, lines) => {
    const [n, m] = [anyEvent(random, lines), anyEvent(random, lines)];
    const [one, other] = [jsonOf(lines[n]!), jsonOf(lines[m === n ? linesOfEvents(lines).find((found) => found !== n)! : m]!)];
    return lines.with(n, JSON.stringify({ ...other, ordinal: one['ordinal'] }));
  },
  'a line inserted': (random, lines) => {
    const n = anyEvent(random, lines);
    return lines.toSpliced(n, 0, JSON.stringify({ ...jsonOf(lines[n]!), type: 'DoorShut' }));
  },
  'a line doubled': (random, lines) => {
    const n = anyPart(random, lines);
    return lines.toSpliced(n, 0, lines[n]!);
  },
  'the end cut off': (random, lines) => lines.slice(0, 1 + random(lines.length - 1)),
  'events before the seal cut off': (random, lines) => [...lines.slice(0, 1 + random(lines.length - 2)), lines.at(-1)!],
  'a field added': (random, lines) => edit(lines, anyPart(random, lines), (line) => ({ ...line, note: 1 })),
  'a field removed': (random, lines) =>
    edit(lines, anyPart(random, lines), (line) => Object.fromEntries(Object.entries(line).toSpliced(random(Object.keys(line).length), 1))),
  'a field that stands twice': (random, lines) => {
    const n = anyPart(random, lines);
    return lines.with(n, lines[n]!.replace('{', `{"ordinal":${random(90)},`));
  },
  'another spelling': (random, lines) => {
    const n = random(lines.length);
    const spellings = [
      (line: string) => line.replace(':', ': '),
      (line: string) => ` ${line}`,
      (line: string) => `${line}\r`,
      (line: string) => line.replace(/"([a-z])/, (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`),
      (line: string) => (/"(?:leaf|hash)"/.test(line) ? line.toUpperCase() : `${line} `),
    ];
    return lines.with(n, spellings[random(spellings.length)]!(lines[n]!));
  },
  'a node as a leaf': (random, lines) => {
    const n = 1 + random(lines.length - 3);
    const [left, right] = [jsonOf(lines[n]!), jsonOf(lines[n + 1]!)];
    const hashOf = (line: Record<string, string>): Buffer => Buffer.from((line['leaf'] ?? line['hash'])!, 'hex');
    const node = { ordinal: left['ordinal'], count: 1, hash: nodeOf(hashOf(left), hashOf(right)).toString('hex') };
    return lines.toSpliced(n, 2, JSON.stringify(node));
  },
  'a forged hidden part': (random, lines) => {
    const n = anyPart(random, lines);
    const { ordinal } = jsonOf(lines[n]!);
    return lines.with(
      n,
      JSON.stringify({
        ordinal,
        count: 1 << random(3),
        hash: random(2 ** 30)
          .toString(16)
          .padStart(64, '0'),
      }),
    );
  },
  'an older seal at the end': (random, lines) => {
    const { note: seal } = JSON.parse(events[[12, 25, 38][random(3)]!]!.data) as { note: string };
    return lines.with(lines.length - 1, JSON.stringify({ seal }));
  },
  'another spelling of the signature': (_random, lines) => {
    const { seal } = jsonOf(lines.at(-1)!) as unknown as { seal: string };
    return lines.with(lines.length - 1, JSON.stringify({ seal: seal.replace(/.=\n$/, (end) => `${end.startsWith('A') ? 'B' : 'C'}=\n`) }));
  },
};
