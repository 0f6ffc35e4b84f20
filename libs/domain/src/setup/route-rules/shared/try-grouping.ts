import { duration } from '@tocsin/contracts/duration.js';
import * as groupingLimits from '@tocsin/contracts/grouping-limits.js';
import type { Grouping } from '@tocsin/contracts/grouping.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { groupingKeyOf, linkingKeyOf } from '../../../rules/grouping-key.js';
import type { RouteSettings } from './route-of.js';

/** An alert that fired, where it goes, and how it is grouped there. */
export interface GroupedSample {
  readonly receivedAt: string;
  readonly integrationId: string;
  /** The sender’s key of the whole, and that of the alert. */
  readonly key: string;
  readonly fingerprint: string;
  readonly serviceId: string;
  /** The service’s. */
  readonly teamId: string;
  readonly grouping: Grouping | null;
  /** The rule that links what it opens, and by what. */
  readonly linking?: RouteSettings['linking'];
  readonly values: Readonly<Record<string, string>>;
}

interface Group {
  readonly openedAt: string;
  joinedAt: string;
  size: number;
}

const takesMore = ({ openedAt, joinedAt }: Group, { windowMinutes }: Grouping, at: string): boolean =>
  millisBetween(joinedAt, at) < windowMinutes * duration.minute && millisBetween(openedAt, at) < groupingLimits.longest;

interface Tried {
  readonly groups: number;
  readonly biggest: number;
  readonly pagedFor: number;
}

/** Counts sets of linked groups; a group that no rule links is one of its own. */
class Sets {
  count = 0;
  private readonly newest = new Map<string, Group>();

  open({ linking, teamId, values, receivedAt: at }: GroupedSample): void {
    const key = linking ? linkingKeyOf(linking.ruleId, teamId, linking.as, values) : null;
    if (!linking || key === null) return void (this.count += 1);
    const known = this.newest.get(key);
    if (known && takesMore(known, linking.as, at)) return void (known.joinedAt = at);
    this.count += 1;
    this.newest.set(key, { openedAt: at, joinedAt: at, size: 0 });
  }
}

/** The groups that alerts would have become, the oldest first, had none of them ended; a repeat counts once. */
export const tryGrouping = (oldestFirst: readonly GroupedSample[]): Tried => {
  const all: Group[] = [];
  const newest = new Map<string, Group>();
  const known = new Set<string>();
  const sets = new Sets();
  for (const sample of oldestFirst) {
    const { receivedAt: at, integrationId, key, fingerprint, serviceId, grouping, values } = sample;
    const alert = JSON.stringify([integrationId, fingerprint]);
    if (known.has(alert)) continue;
    known.add(alert);
    const common = grouping ? groupingKeyOf(serviceId, grouping, values) : JSON.stringify([serviceId, integrationId, key]);
    const open = newest.get(common);
    const group = open && (!grouping || takesMore(open, grouping, at)) ? open : { openedAt: at, joinedAt: at, size: 0 };
    if (group !== open) {
      all.push(group);
      newest.set(common, group);
      sets.open(sample);
    }
    group.joinedAt = at;
    group.size += 1;
  }
  return { groups: all.length, biggest: all.reduce((most, { size }) => Math.max(most, size), 0), pagedFor: sets.count };
};
