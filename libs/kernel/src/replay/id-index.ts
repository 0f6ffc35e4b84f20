/** 48 bits of a UUID, in two parts; ids in tests may be any text. */
const highBits = (id: string): number => Number.parseInt(id.slice(0, 8), 16) >>> 0 || 0;
const lowBits = (id: string): number => Number.parseInt(id.slice(24, 32), 16) >>> 0 || 0;

/** Integers in a slot: two parts of the id, and the ordinal; 0 where the slot is free. */
const width = 3;

/**
 * Finds the ordinal of an event by its id: a hash table with open addressing, in which a million events take 24 MB. Ids may share the stored bits, so it
 * returns candidates: the caller compares the event’s id.
 */
export class IdIndex {
  private slots = new Uint32Array(1024 * width);
  private size = 0;
  private last = 0;

  /** In log order. Events that it has are left out: several replays of one log share it. */
  add(id: string, ordinal: number): void {
    if (ordinal <= this.last) return;
    this.last = ordinal;
    if (this.size * 2 * width >= this.slots.length) this.grow();
    this.put(highBits(id), lowBits(id), ordinal);
  }

  *candidates(id: string): Iterable<number> {
    const [first, second] = [highBits(id), lowBits(id)];
    for (let at = this.start(first, second); this.slots[at + 2] !== 0; at = this.next(at)) {
      if (this.slots[at] === first && this.slots[at + 1] === second) yield this.slots[at + 2]!;
    }
  }

  private put(first: number, second: number, ordinal: number): void {
    let at = this.start(first, second);
    while (this.slots[at + 2] !== 0) at = this.next(at);
    this.slots.set([first, second, ordinal], at);
    this.size += 1;
  }

  private start(first: number, second: number): number {
    return (((first ^ Math.imul(second, 0x9e3779b1)) >>> 0) % (this.slots.length / width)) * width;
  }

  private next(at: number): number {
    return at + width === this.slots.length ? 0 : at + width;
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Uint32Array(before.length * 2);
    this.size = 0;
    for (let at = 0; at < before.length; at += width) {
      if (before[at + 2] !== 0) this.put(before[at]!, before[at + 1]!, before[at + 2]!);
    }
  }
}
