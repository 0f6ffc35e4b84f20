import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import type { WhatIfOptions } from '@tocsin/kernel/replay/what-if.js';
import { SpillingMap, type SpillOptions } from '@tocsin/kernel/replay/spilling-map.js';
import { canonicalJson } from '@tocsin/kernel/replay/stored-form.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';

/** Digests of a group’s course so far: of its own decisions, and of those shared with other groups, by name. */
type Course = Readonly<Record<string, string>>;

const ownName = 'own';

/** The course of each alert group in one imagined history, as a digest: equal in two of them if the same things happened at the same times. */
export class Courses {
  private readonly courses: SpillingMap<Course>;

  constructor(
    private readonly comparison: Required<Pick<WhatIfOptions, 'outline' | 'shares' | 'isFromShared'>>,
    spill: SpillOptions | undefined,
  ) {
    this.courses = new SpillingMap('courses', spill);
  }

  take(event: Recorded, memory: MemoryRows): void {
    const { groupId } = (event as RecordedFact).data as { readonly groupId?: string };
    const { outline, shares, isFromShared: comesOfShared } = this.comparison;
    const outlined = groupId === undefined ? undefined : outline(event, memory);
    if (groupId === undefined || outlined === undefined) return;
    // in which order they come at one instant may depend on other groups
    const name = shares(event)[0] ?? (comesOfShared(event) ? 'comes of shared' : ownName);
    const before = this.courses.get(groupId) ?? {};
    this.courses.set(groupId, { ...before, [name]: deriveNamedId(before[name] ?? '', event.meta.at, canonicalJson(outlined)) });
  }

  /** Empty if nothing happened to the group. */
  of(groupId: string): string {
    const digests = Object.entries(this.courses.get(groupId) ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return digests.length === 0 ? '' : deriveNamedId(...digests.flat());
  }
}
