const bits = 5;
const width = 2 ** bits;
type Node = readonly (Node | string | undefined)[];
const emptyNode: Node = Array.from({ length: width }, () => undefined);

const putKey = (node: Node | undefined, height: number, place: number, key: string | null): Node | undefined => {
  const slot = Math.floor(place / width ** height) % width;
  const item = height === 0 ? (key ?? undefined) : putKey(node?.[slot] as Node | undefined, height - 1, place, key);
  const child = (node ?? emptyNode).with(slot, item);
  return item === undefined && child.every((one) => one === undefined) ? undefined : child;
};

const walk = function* (node: Node | undefined): Generator<string> {
  for (const item of node ?? []) {
    if (typeof item === 'string') yield item;
    else if (item) yield* walk(item);
  }
};

/** An immutable list of keys by position; positions only grow. The first keys are found without looking at the others. */
export class Sequence {
  static readonly empty = new Sequence(undefined, 0);

  private constructor(
    private readonly root: Node | undefined,
    private readonly height: number,
  ) {}

  /** `null` empties the position. */
  with(place: number, key: string | null): Sequence {
    if (place < width ** (this.height + 1)) return new Sequence(putKey(this.root, this.height, place, key), this.height);
    return new Sequence(this.root && emptyNode.with(0, this.root), this.height + 1).with(place, key);
  }

  [Symbol.iterator](): Iterator<string> {
    return walk(this.root);
  }
}
