import type { StoredObject } from './backup-place.js';

/** The events from one ordinal to another. */
export interface Segment {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** The beginning of the root over everything up to its end. */
  readonly root: string;
}

/** A base, which is the whole log by then, and the segments after it. */
export interface Generation {
  /** With a slash at its end. */
  readonly start: string;
  readonly number: number;
  readonly startedAt: string;
  /** From ordinal 1 on, without a gap. */
  readonly segments: readonly Segment[];
  /** The last ordinal that it has. */
  readonly end: number;
}

/** The keys by which events up to an ordinal can be read. */
export interface KeyBundle {
  readonly name: string;
  readonly number: number;
  readonly head: number;
}

/**
 * One history of one log: a store that was restored continues in another one, because it uses the ordinals again that its original used after the
 * backup.
 */
export interface Branch {
  readonly logId: string;
  readonly branch: string;
}

const digits = (value: number, width: number): string => String(value).padStart(width, '0');
/** Colons are not allowed in file names everywhere. */
const fileTime = (instant: string): string => instant.slice(0, 19).replaceAll(':', '-');

/** Characters of a root in a name. */
export const rootInName = 16;

export const startOf = ({ logId, branch }: Branch): string => `${logId}/${branch}/`;
export const generationName = (branch: Branch, number: number, startedAt: string): string =>
  `${startOf(branch)}${digits(number, 6)}.${fileTime(startedAt)}Z/`;
export const segmentName = (generation: string, { from, to, root }: Omit<Segment, 'name'>): string =>
  `${generation}${digits(from, 12)}-${digits(to, 12)}.${root.slice(0, rootInName)}.ndjson.gz`;
export const keysName = (branch: Branch, number: number, head: number): string =>
  `${startOf(branch)}keys/${digits(number, 9)}.${digits(head, 12)}.tar`;
export const importedName = (branch: Branch, version: string): string => `${startOf(branch)}imported/${version}.tar`;

const segmentPattern =
  /^([\w.-]+\/[\w.-]+\/(\d{6})\.(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\/)(\d{12})-(\d{12})\.([0-9a-f]{16})\.ndjson\.gz$/;
const keysPattern = /^[\w.-]+\/[\w.-]+\/keys\/(\d{9})\.(\d{12})\.tar$/;
const branchPattern = /^([\w-]{1,80})\/([\w-]{1,80})\//;

/** The segments from ordinal 1 on without a gap; of several that begin at one ordinal the longest. */
const chainOf = (segments: readonly Segment[]): readonly Segment[] => {
  const longest = new Map<number, Segment>();
  for (const segment of segments) if (segment.to > (longest.get(segment.from)?.to ?? 0)) longest.set(segment.from, segment);
  const chain: Segment[] = [];
  for (let next = longest.get(1); next; next = longest.get(next.to + 1)) chain.push(next);
  return chain;
};

/** The generations in these names, oldest first. Other names are ignored. */
export const generationsIn = (names: readonly string[]): readonly Generation[] => {
  const found = new Map<string, { number: number; startedAt: string; segments: Segment[] }>();
  for (const name of names) {
    const [, start, number, day, hour, minute, second, from, to, root] = segmentPattern.exec(name) ?? [];
    if (start === undefined || Number(from) > Number(to)) continue;
    const generation = found.get(start) ?? { number: Number(number), startedAt: `${day}${hour}:${minute}:${second}.000Z`, segments: [] };
    generation.segments.push({ name, from: Number(from), to: Number(to), root: root! });
    found.set(start, generation);
  }
  return [...found]
    .map(([start, { number, startedAt, segments }]) => ({ start, number, startedAt, chain: chainOf(segments) }))
    .map(({ chain, ...generation }) => ({ ...generation, segments: chain, end: chain.at(-1)?.to ?? 0 }))
    .toSorted((a, b) => a.number - b.number || (a.start < b.start ? -1 : 1));
};

/** The bundles of keys in these names, oldest first. */
export const keysIn = (names: readonly string[]): readonly KeyBundle[] =>
  names
    .flatMap((name) => {
      const [, number, head] = keysPattern.exec(name) ?? [];
      return number === undefined ? [] : [{ name, number: Number(number), head: Number(head) }];
    })
    .toSorted((a, b) => a.number - b.number);

export const branchesIn = (names: readonly string[]): readonly Branch[] => {
  const found = new Map<string, Branch>();
  for (const name of names) {
    const [start, logId, branch] = branchPattern.exec(name) ?? [];
    if (start !== undefined) found.set(start, { logId: logId!, branch: branch! });
  }
  return [...found.values()];
};

/**
 * The generations that nothing needs any more: those that a newer one replaced longer ago than `keepFrom`. The two newest stay, whatever the clock says.
 */
export const expiredIn = (generations: readonly Generation[], keepFrom: string): readonly Generation[] =>
  generations.slice(0, -2).filter((_, index) => generations[index + 1]!.startedAt < keepFrom);

/** Bytes of everything, and of each base with its segments. */
export const storedIn = (objects: readonly StoredObject[]) => {
  const sizes = new Map<string, number>();
  let bytes = 0;
  for (const { name, bytes: size } of objects) {
    const start = name.slice(0, name.lastIndexOf('/') + 1);
    sizes.set(start, (sizes.get(start) ?? 0) + size);
    bytes += size;
  }
  const generations = generationsIn(objects.map(({ name }) => name));
  return { bytes, bases: generations.map(({ start, startedAt, end }) => ({ startedAt, head: end, bytes: sizes.get(start)! })) };
};
