import { Sequence } from './sequence.js';

interface Leaf<Value> {
  readonly key: string;
  readonly value: Value;
  /** Position in insertion order. */
  readonly place: number;
}
type Level<Item> = readonly (Item | undefined)[];
type Bucket<Value> = readonly Leaf<Value>[];

const bits = 5;
const width = 2 ** bits;
const emptyLevel: Level<never> = Array.from({ length: width }, () => undefined);

/** FNV-1a: spreads keys that differ in few characters. */
const hashOf = (key: string): number => {
  let hash = 0x81_1c_9d_c5;
  for (let n = 0; n < key.length; n += 1) hash = Math.imul(hash ^ key.charCodeAt(n), 0x01_00_01_93);
  return hash >>> 0;
};
const slotOf = (hash: number, level: number): number => (hash >>> (bits * level)) % width;

/**
 * An immutable hash map: `with` shares all but about two hundred slots. A state folded from ten thousand facts must not copy ten thousand keys for each
 * of them, as `{ ...rows, [id]: row }` does. Iterates in insertion order.
 */
export class Table<Value> {
  private keyList: readonly string[] | undefined;

  private constructor(
    private readonly root: Level<Level<Level<Bucket<Value>>>>,
    private readonly order: Sequence,
    readonly size: number,
    private readonly next: number,
  ) {}

  static empty<Value>(): Table<Value> {
    return new Table<Value>(emptyLevel, Sequence.empty, 0, 0);
  }

  get(key: string): Value | undefined {
    return this.leaf(key)?.value;
  }

  /** `null` removes the key. */
  with(key: string, value: Value | null): Table<Value> {
    const hash = hashOf(key);
    const before = this.bucket(hash);
    const at = before.findIndex((leaf) => leaf.key === key);
    const { order, size, next } = this;
    if (at < 0) {
      if (value === null) return this;
      return new Table(this.put(hash, [...before, { key, value, place: next }]), order.with(next, key), size + 1, next + 1);
    }
    const leaf = before[at]!;
    if (value !== null) return new Table(this.put(hash, before.with(at, { ...leaf, value })), order, size, next);
    return new Table(this.put(hash, before.toSpliced(at, 1)), order.with(leaf.place, null), size - 1, next);
  }

  keys(): readonly string[] {
    return (this.keyList ??= [...this.order]);
  }
  values(): readonly Value[] {
    return this.keys().map((key) => this.get(key)!);
  }

  /** In insertion order, without looking at the others. */
  first(count: number): readonly string[] {
    const keys: string[] = [];
    if (count === 0) return keys;
    for (const key of this.order) if (keys.push(key) === count) break;
    return keys;
  }

  /** Those of these keys that exist, in insertion order. */
  inOrder(keys: readonly string[]): readonly string[] {
    const presentKeys = keys.flatMap((key) => this.leaf(key) ?? []);
    return presentKeys.toSorted((a, b) => a.place - b.place).map(({ key }) => key);
  }

  private leaf(key: string): Leaf<Value> | undefined {
    return this.bucket(hashOf(key)).find((leaf) => leaf.key === key);
  }

  private bucket(hash: number): Bucket<Value> {
    return this.root[slotOf(hash, 0)]?.[slotOf(hash, 1)]?.[slotOf(hash, 2)] ?? [];
  }

  private put(hash: number, bucket: Bucket<Value>): Level<Level<Level<Bucket<Value>>>> {
    const [first, second, third] = [0, 1, 2].map((level) => slotOf(hash, level)) as [number, number, number];
    const middle = this.root[first] ?? emptyLevel;
    return this.root.with(first, middle.with(second, (middle[second] ?? emptyLevel).with(third, bucket)));
  }
}
