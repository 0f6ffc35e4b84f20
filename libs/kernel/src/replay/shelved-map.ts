/** Where values lie that nobody has touched for long. What is taken comes back equal to what was put. */
export interface Shelf {
  put(key: string, value: unknown): void;
  /** Undefined for a key that nothing was put under. It stays until something else is put in its place. */
  get(key: string): unknown;
}

export interface ShelfOptions {
  readonly shelf: Shelf;
  /** How many values of a map stay in memory, at most. */
  readonly most: number;
}

/**
 * A value is idle once so many others, times `most`, were put since it was: it lies on the shelf then, however few there are. What is closed is put
 * no more, so that it leaves memory long before there are `most` others.
 */
const idleAfter = 10;

interface Near<Value> {
  readonly value: Value;
  /** How many values had been put before. */
  readonly turn: number;
}

/**
 * Values by name, of which those that nobody has put for longest lie on a shelf; all stay in memory without one. `name`: of the map, since
 * several share a shelf. What is taken from it is changed by putting it back: it may be a copy.
 */
export class ShelvedMap<Value extends object> {
  /** In the order in which they were put last. */
  private readonly near = new Map<string, Near<Value>>();
  private turns = 0;

  constructor(
    private readonly name: string,
    private readonly options?: ShelfOptions,
  ) {}

  /** How many are in memory. */
  get size(): number {
    return this.near.size;
  }

  get(key: string): Value | undefined {
    const near = this.near.get(key)?.value;
    if (near || !this.options) return near;
    const far = this.options.shelf.get(this.placeOf(key)) as Value | undefined;
    if (far) this.set(key, far);
    return far;
  }

  set(key: string, value: Value): void {
    this.turns += 1;
    if (!this.options) {
      this.near.set(key, { value, turn: this.turns });
      return;
    }
    this.near.delete(key);
    this.near.set(key, { value, turn: this.turns });
    this.shelve(this.options);
  }

  private shelve({ shelf, most }: ShelfOptions): void {
    for (const [oldest, { value, turn }] of this.near) {
      if (this.near.size <= most && turn > this.turns - idleAfter * most) return;
      this.near.delete(oldest);
      shelf.put(this.placeOf(oldest), value);
    }
  }

  private placeOf(key: string): string {
    return `${this.name} ${key}`;
  }
}
