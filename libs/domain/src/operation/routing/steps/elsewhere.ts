import { alertKeyOf } from '../../../rules/alert-key.js';
import { toResolvedAlert, type AlertChange } from '../changes.js';
import { isOlder, type Item, type ReceivedSignal } from '../received-signal.js';
import { threadOf } from '../shared/opened-group.js';
import { places, type Run, type Step } from './step.js';

/** Resolved alerts may still fire under another key of the same integration, when its sender regrouped. */
export function* elsewhere(run: Run, received: ReceivedSignal): Iterable<Step> {
  const { signal, integrationId } = received.data;
  const own = threadOf(integrationId, signal.key);
  const over = new Map<string, Map<string, AlertChange>>();
  for (const alert of signal.alerts) {
    if (alert.state !== 'resolved') continue;
    const key = alertKeyOf(alert);
    for (const id of run.threads.threadsWith(threadOf(integrationId, key))) {
      const thread = run.threads.thread(id)!;
      const known = thread.alert(key);
      if (!known || !thread.row!.open || thread.row!.senderKey === own || isOlder(received, thread.row!)) continue;
      const alerts = over.get(id) ?? new Map<string, AlertChange>();
      over.set(id, alerts.set(key, toResolvedAlert(key, alert)));
    }
  }
  for (const [id, alerts] of [...over].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    yield { place: `${places.elsewhere}${id}`, thread: id, item: () => createResolvedItem(run, id, [...alerts.values()], integrationId) };
  }
}

const createResolvedItem = ({ threads }: Run, id: string, alerts: readonly AlertChange[], integrationId: string): Item => {
  const thread = threads.thread(id)!;
  const key = thread.row!.senderKey.slice(integrationId.length + 1);
  // while any alert is only counted, or was left out by the sender, it is unknown whether these were the last
  const isLast = thread.row!.counted === 0 && thread.row!.cutList === null && thread.firingCount === alerts.length;
  if (isLast) return { outcome: 'resolved', key };
  const rest = [...thread.firing()].filter(([one]) => !alerts.some(({ fingerprint }) => fingerprint === one));
  const isOver = thread.row!.counted === 0 && thread.row!.cutList === null && rest.every(([, { ending }]) => ending !== undefined);
  return { outcome: 'changed', key, alerts: [...alerts], ...(isOver ? { over: true } : {}) };
};
