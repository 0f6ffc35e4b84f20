/** Storage for values that were not used for long. `get` returns a value equal to the one that was put. */
export interface SpillStore {
  put(key: string, value: unknown): void;
  /** Undefined for a key without a value. The value stays until it is replaced. */
  get(key: string): unknown;
  /** Frees it: nothing that used it may go on. */
  close?(): void;
}

export interface SpillOptions {
  readonly store: SpillStore;
  /** At most this many values of a map stay in memory. */
  readonly capacity: number;
}

/**
 * A value goes to the spill store after `idleAfter` × `capacity` other puts, even when few values are in memory: a closed stream is put no more, so it
 * leaves memory long before there are `capacity` others.
 */
const idleAfter = 10;

interface CachedValue<Value> {
  readonly value: Value;
  /** The number of this put. */
  readonly turn: number;
}

/**
 * A map that moves the values that were put longest ago to a spill store, if there is one. `name` identifies the map, since several share a store. A
 * value read from it may be a copy: put it back to change it.
 */
export class SpillingMap<Value extends object> {
  /** In the order of the last put. */
  private readonly cache = new Map<string, CachedValue<Value>>();
  private turns = 0;
  /** Values of a map that was taken over, as far as they are not in its own store. */
  private takenOver: ((key: string) => Value | undefined) | undefined;

  constructor(
    private readonly name: string,
    private readonly options?: SpillOptions,
  ) {}

  get size(): number {
    return this.cache.size;
  }

  get(key: string): Value | undefined {
    const cachedValue = this.cache.get(key)?.value;
    if (cachedValue || !this.options) return cachedValue;
    const spilledValue = this.spilled(key, this.options) ?? this.takenOver?.(key);
    if (spilledValue) this.set(key, spilledValue);
    return spilledValue;
  }

  /** Copies values lazily from another map, which must not change any more. */
  takeOver(other: SpillingMap<Value>, copy: (value: Value) => Value): void {
    this.takenOver = (key) => {
      const value = other.peek(key);
      return value && copy(value);
    };
    for (const [key, { value }] of other.cache) this.set(key, copy(value));
  }

  private peek(key: string): Value | undefined {
    return this.cache.get(key)?.value ?? (this.options && this.spilled(key, this.options));
  }

  private spilled(key: string, { store }: SpillOptions): Value | undefined {
    return store.get(this.placeOf(key)) as Value | undefined;
  }

  set(key: string, value: Value): void {
    this.turns += 1;
    if (!this.options) {
      this.cache.set(key, { value, turn: this.turns });
      return;
    }
    this.cache.delete(key);
    this.cache.set(key, { value, turn: this.turns });
    this.spill(this.options);
  }

  /** Frees the memory of a value. It may still be in the spill store: do not read it before it is set again. */
  forget(key: string): void {
    this.cache.delete(key);
  }

  private spill({ store, capacity: most }: SpillOptions): void {
    for (const [oldest, { value, turn }] of this.cache) {
      if (this.cache.size <= most && turn > this.turns - idleAfter * most) return;
      this.cache.delete(oldest);
      store.put(this.placeOf(oldest), value);
    }
  }

  private placeOf(key: string): string {
    return `${this.name} ${key}`;
  }
}
