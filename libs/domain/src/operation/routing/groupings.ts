import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as groupingLimits from '@tocsin/contracts/grouping-limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { laterOf, millisBetween } from '@tocsin/kernel/time.js';
import type { GroupedBy } from './portion.js';
import type { RoutingReads } from './routing-reads.js';
import type { GroupingRow } from './shared/grouping-row.js';

type Opening = RoutedSignal & { readonly groupId: string; readonly number: number };
const isOpening = (item: RoutedSignal): item is Opening =>
  (item.outcome === 'opened' || item.outcome === 'joined' || item.outcome === 'reopened') && item.groupId !== null && item.number !== null;

/** The row after an item of a grouped group; the same row if it changes nothing. */
export const applyGrouped = (row: GroupingRow | undefined, item: RoutedSignal): GroupingRow | undefined => {
  const { grouped, groupId, signal } = item;
  if (!grouped) return row;
  const at = signal.receivedAt;
  const isSame = row?.groupId === groupId;
  const resolvedAt = grouped.open === 0 ? at : null;
  if (!isOpening(item)) return isSame && resolvedAt !== null && row.resolvedAt === null ? { ...row, resolvedAt } : row;
  // an older group takes nothing more, though what fires again in it is recorded there
  if (item.outcome !== 'opened' && row && !isSame) return row;
  const { number } = item;
  const before = isSame ? row : { id: grouped.key, groupId: item.groupId, number, openedAt: at, joinedAt: at };
  return { ...before, joinedAt: laterOf(before.joinedAt, at), resolvedAt };
};

export type GroupingPlace =
  { readonly kind: 'opens' } | { readonly kind: 'joins' | 'reopens'; readonly groupId: string; readonly number: number };

interface Joining {
  readonly receivedAt: string;
  readonly alerts: number;
  /** In milliseconds; 0: what was resolved stays so. */
  readonly reopenWindow: number;
}

/** The grouped groups of one run: from memory, with the run’s own changes. */
export class RunGroupings {
  private readonly rows = new Map<string, GroupingRow | undefined>();

  constructor(
    private readonly reads: Pick<RoutingReads, 'grouping'>,
    private readonly sizeOf: (groupId: string) => { readonly open: number; readonly firing: number },
  ) {}

  take(item: RoutedSignal): void {
    if (item.grouped) this.rows.set(item.grouped.key, applyGrouped(this.row(item.grouped.key), item));
  }

  /** Where an alert with this key goes that fires in no group. */
  placeFor({ key, windowMinutes }: GroupedBy, { receivedAt, alerts, reopenWindow }: Joining): GroupingPlace {
    const row = this.row(key);
    if (!row) return { kind: 'opens' };
    const { groupId, number, openedAt, joinedAt, resolvedAt } = row;
    const { open, firing } = this.sizeOf(groupId);
    if (firing + alerts > alertGroupLimits.sizes.alertsPerGroup) return { kind: 'opens' };
    if (open === 0) {
      const isRecent = resolvedAt !== null && reopenWindow > 0 && millisBetween(resolvedAt, receivedAt) <= reopenWindow;
      return isRecent ? { kind: 'reopens', groupId, number } : { kind: 'opens' };
    }
    const isInTime =
      millisBetween(joinedAt, receivedAt) < windowMinutes * duration.minute && millisBetween(openedAt, receivedAt) < groupingLimits.longest;
    return isInTime ? { kind: 'joins', groupId, number } : { kind: 'opens' };
  }

  private row(key: string): GroupingRow | undefined {
    return this.rows.has(key) ? this.rows.get(key) : this.reads.grouping(key);
  }
}
