import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { Portion } from '../portion.js';
import type { Item } from '../received-signal.js';
import { counted, type LapseRow } from '../shared/lapse-row.js';
import type { Thread } from '../thread.js';

type Ends = NonNullable<RoutedSignal['until']>;

const keepsNothing: ReadonlySet<RoutedSignal['outcome']> = new Set(['ignored', 'resolved', 'still_firing']);

/** Alerts that fire in another group begin anew. */
const isContinued = ({ outcome, groupId }: Item, before: Thread): boolean =>
  outcome !== 'opened' && (outcome !== 'joined' || groupId === before.row?.groupId);

/** The key under which an alert’s end is kept after the item; undefined: it does not fire any more. */
const keyAfter = ({ alerts = [] }: Item, before: Thread | undefined): ((key: string) => string | undefined) => {
  const outcomes = new Map(alerts.map(({ fingerprint, outcome }) => [fingerprint, outcome]));
  return (key) => {
    const outcome = outcomes.get(key);
    if (outcome === 'resolved') return undefined;
    return outcome !== undefined || before?.alert(key) !== undefined ? key : counted;
  };
};

/**
 * When its alerts end unless they are sent again; nothing for senders that don’t say. `thread`: without the item; `known`: the ends that its alerts
 * have.
 */
export const endsOf = (
  portion: Portion,
  item: Item,
  thread: Thread | undefined,
  known: LapseRow['ends'] = {},
): Pick<RoutedSignal, 'until'> => {
  if (keepsNothing.has(item.outcome)) return {};
  const before = thread && isContinued(item, thread) ? thread : undefined;
  const keyOf = keyAfter(item, before);
  const keysByEnd = new Map<string, Set<string>>();
  for (const { key, alert } of portion.alerts) {
    if (alert.state !== 'firing' || alert.until === undefined) continue;
    const kept = keyOf(key);
    if (kept !== undefined) keysByEnd.set(alert.until, (keysByEnd.get(alert.until) ?? new Set()).add(kept));
  }
  const [only] = keysByEnd.values();
  const isAll = keysByEnd.size === 1 && [...(before?.firing() ?? [])].every(([key]) => only!.has(key) && Object.hasOwn(known, key));
  const until: Ends = [...keysByEnd].map(([at, keys]) => (isAll ? { at } : { at, alerts: [...keys] }));
  return until.length === 0 ? {} : { until };
};
