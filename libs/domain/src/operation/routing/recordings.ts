import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { AlertChange } from './changes.js';
import type { ListedAlert } from './portion.js';
import type { Item } from './received-signal.js';
import type { RoutingReads } from './routing-reads.js';
import { threadOf } from './shared/opened-group.js';
import type { RecordingRow } from './shared/recording-row.js';

const opens: ReadonlySet<RoutedSignal['outcome']> = new Set(['opened', 'joined', 'reopened']);

/** Whether an item changes what is recorded only of its thread, or takes it into a group. */
export const isRecording = ({ reason, alerts, outcome }: RoutedSignal): boolean =>
  opens.has(outcome) || (reason === 'recorded_only' && alerts.length > 0);

/** The row after an item; null: nothing is recorded only any more. */
export const applyRecording = (row: RecordingRow | undefined, item: RoutedSignal): RecordingRow | null => {
  if (opens.has(item.outcome)) return null;
  const { thread: id, integrationId, serviceId, key, signal, by, postTo = row?.postTo } = item;
  const alerts = new Map(Object.entries(row?.alerts ?? {}));
  for (const { fingerprint, outcome, startsAt, labels, index } of item.alerts)
    if (outcome === 'resolved') alerts.delete(fingerprint);
    else {
      const posted = by.post && item.postTo !== undefined && index !== null ? { posted: { ordinal: signal.ordinal, index } } : {};
      alerts.set(fingerprint, { startsAt, ...withLabels(labels), ...posted });
    }
  if (alerts.size === 0) return null;
  const senderKey = threadOf(integrationId, key);
  return {
    id,
    serviceId,
    senderKey,
    alerts: Object.fromEntries(alerts),
    lastAt: signal.receivedAt,
    ...(postTo ? { postTo } : {}),
  };
};

/** The item of what ends, or begins, to be recorded only: the end of what was posted is posted there, too. Undefined: nothing changes. */
export const recordedItem = (row: RecordingRow | undefined, changes: readonly AlertChange[]): Item | undefined =>
  changes.length === 0
    ? undefined
    : {
        outcome: 'ignored',
        reason: 'recorded_only',
        alerts: [...changes],
        ...(row?.postTo && changes.some(({ began }) => began) ? { postTo: row.postTo } : {}),
      };

const isKnown = (row: RecordingRow | undefined, key: string): boolean => row !== undefined && Object.hasOwn(row.alerts, key);

type Labels = Readonly<Record<string, string>>;
/** Of what may mute others, also when it ends: only then is anything asked again. */
const withLabels = (labels: Labels | undefined): { readonly labels?: Labels } => (labels ? { labels } : {});
const withBegan = ({ posted }: RecordingRow['alerts'][string]): Pick<AlertChange, 'began'> => (posted ? { began: posted } : {});

/** How listed alerts change what is recorded: repeats do not, and of new ones as many as a group may have. */
export const recordingChanges = (
  row: RecordingRow | undefined,
  listed: readonly ListedAlert[],
  inhibitingLabels: (alert: ListedAlert['alert']) => Labels | undefined = () => undefined,
): readonly AlertChange[] => {
  let room = alertGroupLimits.sizes.alertsPerGroup - Object.keys(row?.alerts ?? {}).length;
  const changes = new Map<string, AlertChange>();
  for (const { key, index, alert } of listed) {
    const isFiring = alert.state === 'firing';
    if (isKnown(row, key) === isFiring || (isFiring && changes.has(key))) continue;
    if (isFiring && (room -= 1) < 0) continue;
    changes.set(key, {
      fingerprint: key,
      outcome: isFiring ? 'fired' : 'resolved',
      startsAt: alert.startsAt,
      severity: alert.severity,
      index,
      ...withLabels(isFiring ? inhibitingLabels(alert) : row!.alerts[key]!.labels),
      ...(isFiring ? {} : withBegan(row!.alerts[key]!)),
    });
  }
  return [...changes.values()];
};

/** These alerts are recorded no more: their sender ended them, or a group has them. */
export const endOfRecording = ({ alerts }: RecordingRow, isOver: (key: string) => boolean = () => true): readonly AlertChange[] =>
  Object.entries(alerts)
    .filter(([key]) => isOver(key))
    .map(([fingerprint, recorded]) => ({
      fingerprint,
      outcome: 'resolved',
      startsAt: recorded.startsAt,
      severity: 'info',
      index: null,
      ...withLabels(recorded.labels),
      ...withBegan(recorded),
    }));

/** The recordings of one run: from memory, with the run’s own changes. */
export class RunRecordings {
  private readonly rows = new Map<string, RecordingRow | undefined>();

  constructor(private readonly reads: Pick<RoutingReads, 'recording' | 'recordingsOf'>) {}

  row(thread: string): RecordingRow | undefined {
    return this.rows.has(thread) ? this.rows.get(thread) : this.reads.recording(thread);
  }

  of(senderKey: string): readonly RecordingRow[] {
    const own = [...this.rows.values()].filter((row) => row?.senderKey === senderKey);
    const ids = new Set([...this.reads.recordingsOf(senderKey), ...own].map((row) => row!.id));
    return [...ids].toSorted().flatMap((id) => this.row(id) ?? []);
  }

  take(item: RoutedSignal): void {
    if (isRecording(item)) this.rows.set(item.thread, applyRecording(this.row(item.thread), item) ?? undefined);
  }
}
