import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { StormGroup, StormRow } from './shared/storm-row.js';
import { doesBegin, applyItem, currentStormOf } from './storms.js';
import { isShared } from './shared/thread-row.js';
import { zeroTally, type Tally } from './tally.js';
import type { Thread } from './thread.js';

/** The most threads in one group, firing or not. */
const maxThreads = 5 * alertGroupLimits.sizes.alertsPerGroup;

/** Destination of a thread that would open a group. */
export type StormPlace =
  | { readonly kind: 'alone' }
  | { readonly kind: 'joins'; readonly groupId: string; readonly number: number }
  /** A group of a storm: the first one, or one that follows another. */
  | { readonly kind: 'begins'; readonly follows: StormGroup | null };

/** Totals of a storm group, as the run changes them. */
type RunTally = { -readonly [K in keyof Tally]: Tally[K] };

interface Reads {
  readonly storm: (serviceId: string) => StormRow | undefined;
  readonly tally: (groupId: string) => Tally | undefined;
}

/** A thread’s share of a group’s totals. A closed thread counts only the alerts that still fire. */
const partOf = (thread: Thread | undefined, groupId: string): Tally =>
  thread?.row?.groupId === groupId
    ? { threads: 1, open: thread.row.open ? 1 : 0, firing: thread.firingCount, counted: thread.row.counted }
    : zeroTally;

/** The state of storms while a run of signals is routed. */
export class StormRun {
  private readonly rows = new Map<string, StormRow | undefined>();
  private readonly tallies = new Map<string, RunTally>();

  constructor(private readonly reads: Reads) {}

  /** `firing`: how many alerts it brings. A thread goes into one group as a whole. */
  placeFor(serviceId: string, receivedAt: string, firing: number): StormPlace {
    const row = this.row(serviceId);
    const storm = currentStormOf(row, receivedAt);
    if (!storm) return doesBegin(row, receivedAt) ? { kind: 'begins', follows: null } : { kind: 'alone' };
    const { groupId, number } = storm;
    const { threads, open, firing: before } = this.tally(groupId);
    const isRoom = open > 0 && threads < maxThreads && before + firing <= alertGroupLimits.sizes.alertsPerGroup;
    return isRoom ? { kind: 'joins', groupId, number } : { kind: 'begins', follows: storm };
  }

  isOpen(groupId: string): boolean {
    return this.tally(groupId).open > 0;
  }

  sizeOf(groupId: string): Pick<Tally, 'open' | 'firing'> {
    return this.tally(groupId);
  }

  /** Alerts of a thread’s group that fire behind other threads. */
  countOthers(thread: Thread): number {
    return thread.row && isShared(thread.row) ? this.tally(thread.row.groupId).firing - thread.firingCount : 0;
  }

  /** Applies an item to its thread, and adds the group’s totals to the item. */
  withTotals(item: RoutedSignal, thread: Thread): RoutedSignal {
    const groupId = item.groupId!;
    const tally = this.tally(groupId);
    const before = partOf(thread, groupId);
    const grouping = item.grouped?.key ?? (item.storm || item.outcome === 'joined' ? undefined : thread.row?.grouping);
    const shared =
      grouping === undefined
        ? { storm: { open: 0, counted: 0, ...item.storm } }
        : { grouped: { key: grouping, open: 0, counted: 0, ...item.grouped } };
    thread.take({ ...item, ...shared });
    const after = partOf(thread, groupId);
    for (const key of ['threads', 'open', 'firing', 'counted'] as const) tally[key] += after[key] - before[key];
    const { open, counted } = tally;
    return shared.grouped
      ? { ...item, grouped: { ...shared.grouped, open, counted } }
      : { ...item, storm: { ...item.storm, open, counted } };
  }

  note(item: RoutedSignal): void {
    const row = this.row(item.serviceId);
    const after = applyItem(row, item);
    if (after !== row) this.rows.set(item.serviceId, after);
  }

  private row(serviceId: string): StormRow | undefined {
    if (!this.rows.has(serviceId)) this.rows.set(serviceId, this.reads.storm(serviceId));
    return this.rows.get(serviceId);
  }

  /** As of before the run, with the run’s own changes. */
  private tally(groupId: string): RunTally {
    let tally = this.tallies.get(groupId);
    if (!tally) this.tallies.set(groupId, (tally = { ...(this.reads.tally(groupId) ?? zeroTally) }));
    return tally;
  }
}
