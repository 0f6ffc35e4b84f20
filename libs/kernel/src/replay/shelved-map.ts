/** Where values lie that nobody has touched for long. What is taken comes back equal to what was put. */
export interface Shelf {
  put(key: string, value: unknown): void;
  /** Undefined for a key that nothing was put under. It stays until something else is put in its place. */
  get(key: string): unknown;
}

export interface ShelfOptions {
  readonly shelf: Shelf;
  /** How many values of a map stay in memory. */
  readonly most: number;
}

/**
 * Values by name, of which those that nobody has touched for longest lie on a shelf; all stay in memory without one. `name`: of the map, since
 * several share a shelf. What is taken from it is changed by putting it back: it may be a copy.
 */
export class ShelvedMap<Value extends object> {
  /** In the order in which they were touched last. */
  private readonly near = new Map<string, Value>();

  constructor(
    private readonly name: string,
    private readonly options?: ShelfOptions,
  ) {}

  get(key: string): Value | undefined {
    const near = this.near.get(key);
    if (near || !this.options) return near;
    const far = this.options.shelf.get(this.placeOf(key)) as Value | undefined;
    if (far) this.set(key, far);
    return far;
  }

  set(key: string, value: Value): void {
    if (!this.options) {
      this.near.set(key, value);
      return;
    }
    this.near.delete(key);
    this.near.set(key, value);
    if (this.near.size <= this.options.most) return;
    const [[oldest, away]] = this.near as unknown as [[string, Value]];
    this.near.delete(oldest);
    this.options.shelf.put(this.placeOf(oldest), away);
  }

  private placeOf(key: string): string {
    return `${this.name} ${key}`;
  }
}
