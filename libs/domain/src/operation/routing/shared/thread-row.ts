import type { CutList } from '@tocsin/contracts/cut-list.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { Severity } from '@tocsin/contracts/severities.js';

/** Router state of a firing alert. */
export interface ThreadAlert {
  readonly startsAt: string | null;
  readonly severity: Severity;
  /** A number of what its sender says of it, to notice other words. */
  readonly words?: number;
  /** Its sender no longer lists it: the signal that left it out first. */
  readonly ending?: string;
}

/** How its sender resolved an alert: a firing that began no later is the same one, delivered late. */
export interface EndedAlert {
  readonly startsAt: string;
  /** When the resolve was received. */
  readonly at: string;
}

/** Whether its group has other threads, too. */
export const isShared = ({ storm, grouping }: Pick<ThreadRow, 'storm' | 'grouping'>): boolean => storm === true || grouping !== undefined;

/** The last alert group behind one key of a sender, as the router sees it. */
export interface ThreadRow {
  readonly id: string;
  readonly integrationId: string;
  /** `<integration>|<sender's key>`: the threads of one sender's group, which may have been split. */
  readonly senderKey: string;
  readonly groupId: string;
  /** The service of that group, to which its signals go, whatever the routes say now. */
  readonly serviceId: string;
  readonly number: number;
  readonly open: boolean;
  /** Its alerts are in a storm’s group, with those of other threads. */
  readonly storm?: true;
  /** Its alert is in a group by fields, with those of other threads: their key. */
  readonly grouping?: string;
  /**
   * The firing alerts by key; also after a person resolved the group, until the sender does. At most
   * `limits.alertsPerGroup`.
   */
  readonly alerts: Readonly<Record<string, ThreadAlert>>;
  /** Alerts that their sender resolved lately, by key: as many at most. */
  readonly ended?: Readonly<Record<string, EndedAlert>>;
  /** Number of firing alerts beyond those. */
  readonly counted: number;
  /** Truncation of the sender’s last list. */
  readonly cutList: CutList | null;
  /** The last signal about it: its time and its inbox. */
  readonly last: Pick<RoutedSignal['signal'], 'receivedAt' | 'inbox'>;
  readonly resolvedAt: string | null;
  /** `age`: no one acted on it and its sender was silent. */
  readonly resolvedBy: 'person' | 'sender' | 'timer' | 'age' | null;
  /** The gaps between a signal and its repeat, without duplicates: how many, and the longest, in milliseconds. */
  readonly repeats?: { readonly count: number; readonly longest: number };
  /** Its group is stale, or will be closed by age unless its source reports again. */
  readonly closing?: true;
  /** Its group flaps: it stays open while nothing fires. */
  readonly flaps?: true;
  /** The signal that reported the whole resolved but omitted some alerts; the thread ends once they end. */
  readonly over?: string;
  /** The sender has reported it resolved since a person did: its next trigger is a re-fire. */
  readonly senderResolved: boolean;
}
