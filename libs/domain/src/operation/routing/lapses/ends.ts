import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { Portion } from '../portion.js';
import type { Item } from '../received-signal.js';
import { counted } from '../shared/lapse-row.js';
import type { Thread } from '../thread.js';

type Ends = NonNullable<RoutedSignal['until']>;

const keepsNothing: ReadonlySet<RoutedSignal['outcome']> = new Set(['ignored', 'resolved', 'still_firing']);

/** When its alerts end unless they are sent again; nothing for senders that don’t say. `before`: the thread without the item. */
export const endsOf = (portion: Portion, item: Item, before: Thread | undefined): Pick<RoutedSignal, 'until'> => {
  if (keepsNothing.has(item.outcome)) return {};
  const fired = new Set((item.alerts ?? []).flatMap(({ outcome, fingerprint }) => (outcome === 'resolved' ? [] : [fingerprint])));
  const keysByEnd = new Map<string, Set<string>>();
  for (const { key, alert } of portion.alerts) {
    if (alert.state !== 'firing' || alert.until === undefined) continue;
    const known = fired.has(key) || before?.alert(key) !== undefined ? key : counted;
    keysByEnd.set(alert.until, (keysByEnd.get(alert.until) ?? new Set()).add(known));
  }
  const [only] = keysByEnd.values();
  const isAll = keysByEnd.size === 1 && [...(before?.firing() ?? [])].every(([key]) => only!.has(key));
  const until: Ends = [...keysByEnd].map(([at, keys]) => (isAll ? { at } : { at, alerts: [...keys] }));
  return until.length === 0 ? {} : { until };
};
