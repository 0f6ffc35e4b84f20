import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { between } from '@tocsin/kernel/time.js';

/** Below so many acknowledges of one person, the median of everybody is taken. */
const fewest = 5;

const medianOf = (delays: readonly number[]): number | undefined => delays.toSorted((a, b) => a - b)[(delays.length - 1) >> 1];

/** From when somebody was paged for a group until they acknowledged it, as it was recorded. */
export class Offsets {
  private readonly pagedAt = new Map<string, string>();
  private readonly offsets = new Map<string, number>();
  private readonly byPerson = new Map<string, number[]>();
  private medians: { readonly all: number | undefined; readonly of: ReadonlyMap<string, number> } | undefined;

  take(event: Recorded): void {
    const { type, data, meta } = event as RecordedFact;
    if (type === 'PageStarted' && !data.quiet) {
      const key = `${data.groupId} ${data.personId}`;
      if (!this.pagedAt.has(key)) this.pagedAt.set(key, meta.at);
    }
    if (type !== 'AlertGroupAcknowledged' || meta.actor.kind !== 'person') return;
    const key = `${data.groupId} ${meta.actor.id}`;
    const since = this.pagedAt.get(key);
    if (since === undefined || this.offsets.has(key)) return;
    const offset = between(since, meta.at);
    this.offsets.set(key, offset);
    this.byPerson.set(meta.actor.id, [...(this.byPerson.get(meta.actor.id) ?? []), offset]);
  }

  /** As it was: undefined for who was paged and did not acknowledge; the median of who was not paged. */
  recorded(groupId: string, personId: string): number | undefined {
    const key = `${groupId} ${personId}`;
    return this.pagedAt.has(key) ? this.offsets.get(key) : this.median(personId);
  }

  /** Undefined where nobody ever acknowledged. */
  median(personId: string): number | undefined {
    this.medians ??= {
      all: medianOf([...this.byPerson.values()].flat()),
      of: new Map(
        [...this.byPerson].filter(([, delays]) => delays.length >= fewest).map(([person, delays]) => [person, medianOf(delays)!]),
      ),
    };
    return this.medians.of.get(personId) ?? this.medians.all;
  }
}
