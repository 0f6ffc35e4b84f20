import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import type { InternalCommand } from '../commands.js';

/** What a signal means for its thread alone, in a storm that has other threads too. */
export type ThreadOutcome = DataOf<InternalCommand, 'ApplyToThreads'>['outcome'];
type CollectedKind = 'joined' | ThreadOutcome;

/** Routed signals that become one command. */
export interface ItemSet {
  readonly kind: CollectedKind | 'single';
  readonly items: readonly [RoutedSignal, ...RoutedSignal[]];
}

const quietOutcomes = new Set<RoutedSignal['outcome']>(['repeat', 'ignored']);
/** The sender confirms a person’s resolve: ignored as a signal, but its alerts are resolved. */
export const doesConfirm = (item: RoutedSignal): boolean => item.outcome === 'ignored' && item.reason === 'resolved_by_person';
/** The sender is not silent: a group that was to be closed by age stays open. */
const doesKeepOpen = (item: RoutedSignal): boolean => item.outcome === 'repeat' && item.reason === 'closing_planned';
/** It says something else of alerts that fire already. */
const doesReword = ({ alerts }: RoutedSignal): boolean => alerts.some(({ outcome }) => outcome === 'reworded');
export const doesConcern = (item: RoutedSignal): boolean =>
  item.groupId !== null && (!quietOutcomes.has(item.outcome) || doesConfirm(item) || doesKeepOpen(item) || doesReword(item));

/** The signal that ends the last thread of a storm or of a group by fields ends that: it stays single, like everything that concerns more than its thread. */
const kindOf = (item: RoutedSignal): CollectedKind | 'single' => {
  const { outcome, storm, grouped } = item;
  if (outcome === 'joined' && !grouped) return 'joined';
  const several = storm ?? grouped;
  if (several === undefined) return 'single';
  if (doesConfirm(item)) return 'confirmed';
  // of a group by fields with one thread the sender means the whole
  if (outcome === 'acknowledged') return grouped && grouped.open <= 1 ? 'single' : 'acknowledged';
  return outcome === 'resolved' && several.open > 0 ? 'over' : 'single';
};

/** Alerts join before others end, so that the storm does not end in between. */
const order: readonly CollectedKind[] = ['joined', 'acknowledged', 'over', 'confirmed'];

/** Signals about one storm group, of which no thread has two kinds: so the kinds may be applied one after the other. */
class StormItems {
  private readonly kinds = new Map<CollectedKind, [RoutedSignal, ...RoutedSignal[]]>();
  private readonly threads = new Map<string, CollectedKind>();

  /** False when the signal must be applied after these. */
  add(kind: CollectedKind, item: RoutedSignal): boolean {
    if ((this.threads.get(item.thread) ?? kind) !== kind) return false;
    this.threads.set(item.thread, kind);
    const items = this.kinds.get(kind);
    if (items) items.push(item);
    else this.kinds.set(kind, [item]);
    return true;
  }

  sets(): readonly ItemSet[] {
    return order.flatMap((kind) => {
      const items = this.kinds.get(kind);
      return items ? [{ kind, items }] : [];
    });
  }
}

/**
 * The signals that concern a group, in order. Those that say the same of threads of one storm group are put together, unless something else about
 * that group, or that thread, comes in between: otherwise each would copy the group’s two thousand alerts.
 */
export const collectItems = (items: readonly RoutedSignal[]): readonly ItemSet[] => {
  const all: (ItemSet | StormItems)[] = [];
  const open = new Map<string, StormItems>();
  for (const item of items.filter(doesConcern)) {
    const groupId = item.groupId!;
    const kind = kindOf(item);
    if (kind === 'single') {
      open.delete(groupId);
      all.push({ kind, items: [item] });
    } else if (!open.get(groupId)?.add(kind, item)) {
      const storm = new StormItems();
      storm.add(kind, item);
      open.set(groupId, storm);
      all.push(storm);
    }
  }
  return all.flatMap((one) => (one instanceof StormItems ? one.sets() : [one]));
};
