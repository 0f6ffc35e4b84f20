import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as groupingLimits from '@tocsin/contracts/grouping-limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { laterOf, millisBetween } from '@tocsin/kernel/time.js';
import type { GroupedBy } from './portion.js';
import type { RoutingReads } from './routing-reads.js';
import type { LinkingRow } from './shared/linking-row.js';

/** The row after an opened group that a rule links; the same row for other items. */
export const applyLinked = (row: LinkingRow | undefined, { linked, signal }: RoutedSignal): LinkingRow | undefined => {
  if (!linked) return row;
  const at = signal.receivedAt;
  const before = row?.set === linked.set ? row : { id: linked.key, set: linked.set, openedAt: at, joinedAt: at, groups: 0 };
  return { ...before, joinedAt: laterOf(before.joinedAt, at), groups: before.groups + 1 };
};

/** The sets of linked groups of one run: from memory, with the run’s own changes. */
export class RunLinkings {
  private readonly rows = new Map<string, LinkingRow | undefined>();

  constructor(private readonly reads: Pick<RoutingReads, 'linking'>) {}

  take(item: RoutedSignal): void {
    if (item.linked) this.rows.set(item.linked.key, applyLinked(this.row(item.linked.key), item));
  }

  /** The set of a group that opens; undefined: it is the first of one. */
  setFor({ key, windowMinutes }: GroupedBy, receivedAt: string): string | undefined {
    const row = this.row(key);
    if (!row || row.groups >= alertGroupLimits.linkedTogether) return undefined;
    const isInTime =
      millisBetween(row.joinedAt, receivedAt) < windowMinutes * duration.minute &&
      millisBetween(row.openedAt, receivedAt) < groupingLimits.longest;
    return isInTime ? row.set : undefined;
  }

  private row(key: string): LinkingRow | undefined {
    return this.rows.has(key) ? this.rows.get(key) : this.reads.linking(key);
  }
}
