interface Leaf<Value> {
  readonly key: string;
  readonly value: Value;
  /** When its key came, of all keys: what iterates goes by it, like an object does. */
  readonly place: number;
}
type Level<Item> = readonly (Item | undefined)[];
type Bucket<Value> = readonly Leaf<Value>[];

const bits = 5;
const width = 2 ** bits;
const nothing: Level<never> = Array.from({ length: width }, () => undefined);

/** FNV-1a: spreads keys that differ in few characters. */
const hashOf = (key: string): number => {
  let hash = 0x81_1c_9d_c5;
  for (let n = 0; n < key.length; n += 1) hash = Math.imul(hash ^ key.charCodeAt(n), 0x01_00_01_93);
  return hash >>> 0;
};
const slot = (hash: number, level: number): number => (hash >>> (bits * level)) % width;

/**
 * Values by key that are never changed: `with` answers another table, which shares with this one all but a hundred slots on the way to the
 * key. A state that is folded from ten thousand facts must not copy ten thousand keys for each of them, as `{ ...rows, [id]: row }` does.
 * Iterates in the order in which keys came.
 */
export class Table<Value> {
  private listed: readonly Leaf<Value>[] | undefined;

  private constructor(
    private readonly root: Level<Level<Level<Bucket<Value>>>>,
    readonly size: number,
    private readonly next: number,
  ) {}

  static empty<Value>(): Table<Value> {
    return new Table<Value>(nothing, 0, 0);
  }

  get(key: string): Value | undefined {
    return this.bucket(hashOf(key)).find((leaf) => leaf.key === key)?.value;
  }

  /** With this value under the key; `null` takes the key out. */
  with(key: string, value: Value | null): Table<Value> {
    const hash = hashOf(key);
    const before = this.bucket(hash);
    const at = before.findIndex((leaf) => leaf.key === key);
    if (value === null) return at < 0 ? this : this.put(hash, before.toSpliced(at, 1), -1);
    if (at >= 0) return this.put(hash, before.with(at, { ...before[at]!, value }), 0);
    return this.put(hash, [...before, { key, value, place: this.next }], 1);
  }

  keys(): readonly string[] {
    return this.leaves().map(({ key }) => key);
  }
  values(): readonly Value[] {
    return this.leaves().map(({ value }) => value);
  }

  private bucket(hash: number): Bucket<Value> {
    return this.root[slot(hash, 0)]?.[slot(hash, 1)]?.[slot(hash, 2)] ?? [];
  }

  private put(hash: number, bucket: Bucket<Value>, more: -1 | 0 | 1): Table<Value> {
    const [first, second, third] = [0, 1, 2].map((level) => slot(hash, level)) as [number, number, number];
    const middle = this.root[first] ?? nothing;
    const changed = middle.with(second, (middle[second] ?? nothing).with(third, bucket));
    return new Table(this.root.with(first, changed), this.size + more, this.next + 1);
  }

  private leaves(): readonly Leaf<Value>[] {
    const found = (): readonly Leaf<Value>[] =>
      this.root.flatMap((middle) => middle?.flatMap((last) => last?.flatMap((bucket) => bucket ?? []) ?? []) ?? []);
    return (this.listed ??= found().toSorted((a, b) => a.place - b.place));
  }
}
