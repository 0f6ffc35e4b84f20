import type { StoredEvent } from './event-log.js';

/**
 * Ring buffer of the newest events of a log, by ordinal: at most `most` events and `maxWeight` characters, so that followers near the head read nothing
 * from disk.
 */
export class RecentEvents {
  private readonly places: (StoredEvent | undefined)[] = [];
  private weight = 0;
  /** The ordinals in the ring are `oldest` … `newest`. */
  private oldest: number;

  constructor(
    private newest: number,
    private readonly most = 4096,
    private readonly maxWeight = 8 * 1024 * 1024,
  ) {
    this.oldest = newest + 1;
  }

  /** `event` must be the one after the newest. */
  push(event: StoredEvent): void {
    if (this.newest - this.oldest + 1 === this.most) this.drop();
    this.places[event.ordinal % this.most] = event;
    this.newest = event.ordinal;
    this.weight += countCharacters(event);
    while (this.weight > this.maxWeight) this.drop();
  }

  /** At most `limit`; undefined when they are no longer in the ring. */
  after(after: number, limit: number): readonly StoredEvent[] | undefined {
    if (after + 1 < this.oldest) return undefined;
    const events: StoredEvent[] = [];
    const end = Math.min(this.newest, after + limit);
    for (let ordinal = after + 1; ordinal <= end; ordinal++) events.push(this.places[ordinal % this.most]!);
    return events;
  }

  reaches(ordinal: number): boolean {
    return ordinal >= this.oldest;
  }

  at(ordinal: number): StoredEvent | undefined {
    return ordinal >= this.oldest && ordinal <= this.newest ? this.places[ordinal % this.most] : undefined;
  }

  /** At most `limit` events, and up to the one with which they reach so many characters. */
  ofTypes(after: number, types: readonly string[], limit: number, characters: number): readonly StoredEvent[] {
    const events: StoredEvent[] = [];
    let sum = 0;
    for (let ordinal = after + 1; ordinal <= this.newest && events.length < limit && sum < characters; ordinal++) {
      const event = this.places[ordinal % this.most]!;
      if (!types.includes(event.type)) continue;
      events.push(event);
      sum += countCharacters(event);
    }
    return events;
  }

  private drop(): void {
    const place = this.oldest % this.most;
    this.weight -= countCharacters(this.places[place]!);
    this.places[place] = undefined;
    this.oldest++;
  }
}

const countCharacters = (event: StoredEvent): number => event.data.length + event.meta.length;
