import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import type { Outline } from '@tocsin/kernel/replay/comparison.js';
import { SpillingMap, type SpillOptions } from '@tocsin/kernel/replay/spilling-map.js';
import { canonicalJson } from '@tocsin/kernel/replay/stored-form.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';

interface Course {
  /** The digest of what came before `at`. */
  readonly before: string;
  readonly at: string;
  /** Digests of what happened at that instant, sorted: in which order may depend on other groups. */
  readonly now: readonly string[];
}

const digestOf = ({ before, at, now }: Course): string => deriveNamedId(before, at, ...now);

/** The course of each alert group in one imagined history, as a digest: equal in two of them if the same things happened at the same times. */
export class Courses {
  private readonly courses: SpillingMap<Course>;

  constructor(
    private readonly outline: Outline,
    spill: SpillOptions | undefined,
  ) {
    this.courses = new SpillingMap('courses', spill);
  }

  take(event: Recorded, memory: MemoryRows): void {
    const { groupId } = (event as RecordedFact).data as { readonly groupId?: string };
    const outlined = groupId === undefined ? undefined : this.outline(event, memory);
    if (groupId === undefined || outlined === undefined) return;
    const { at } = event.meta;
    const course = this.courses.get(groupId) ?? { before: '', at, now: [] };
    const digest = deriveNamedId(canonicalJson(outlined));
    const next =
      course.at === at ? { ...course, now: [...course.now, digest].toSorted() } : { before: digestOf(course), at, now: [digest] };
    this.courses.set(groupId, next);
  }

  /** Empty if nothing happened to the group. */
  of(groupId: string): string {
    const course = this.courses.get(groupId);
    return course ? digestOf(course) : '';
  }
}
