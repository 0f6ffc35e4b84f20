import type { Signal } from '@tocsin/contracts/routing/signals.js';
import { findAlert, type GroupAlert } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import type { GroupReads } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { threadOf } from '@tocsin/domain/operation/routing/shared/opened-group.js';
import type { ThreadRow } from '@tocsin/domain/operation/routing/shared/thread-row.js';
import { alertIdOf, keyOfThread } from '@tocsin/domain/operation/routing/shared/alert-id.js';
import { stormKeyOf } from '@tocsin/domain/operation/routing/shared/storm-key.js';
import type { AlertFilter, AlertRef } from './reading.js';

/** Alerts in one answer. */
const mostListed = 100;
/** The newest requests, and ids of alerts, that are kept. */
const mostKept = 10_000;

/** An accepted request, as its sender may ask about it. */
export interface FoundRequest {
  /** `note`: it changed nothing. */
  readonly action: Signal['action'] | 'note';
  readonly at: string;
  readonly alertId: string | null;
  /** Null: it named an alert that there is not. */
  readonly key: string | null;
  /** Nobody that it names is known here. */
  readonly isUnknown?: true;
  /** An alert was open under its key. */
  readonly wasOpen: boolean;
}

/** An alert that a sender sent, as it may ask about it. */
export interface FoundAlert {
  readonly alertId: string;
  readonly key: string;
  readonly number: number;
  readonly isOpen: boolean;
  readonly isAcknowledged: boolean;
  readonly lastAt: string;
  /** Null when its group ended long ago. */
  readonly openedAt: string | null;
  readonly alert: GroupAlert | null;
  /** Those that fire behind it: several when its sender groups. */
  readonly alerts: readonly GroupAlert[];
}

/** A page of them, and how many there are. */
export interface FoundAlerts {
  readonly count: number;
  readonly page: readonly FoundAlert[];
}

const keyInGroup = ({ id, storm }: ThreadRow, key: string): string => (storm ? stormKeyOf(id, key) : key);

/** A map that forgets what was put in first. */
class Kept<Value> extends Map<string, Value> {
  keep(id: string, value: Value): void {
    this.delete(id);
    this.set(id, value);
    if (this.size > mostKept) this.delete(this.keys().next().value!);
  }
}

/** The newest threads that are looked through for a text, and alerts of one answer with the characters of their details. */
const most = { searched: 2_000, alerts: 1_000, characters: 2 * 1_024 * 1_024 } as const;

/** As many as one answer may hold: the rest of a page has none. */
const withinAnswer = (page: readonly FoundAlert[]): readonly FoundAlert[] => {
  let alerts = 0;
  let characters = 0;
  const isRoom = ({ details }: GroupAlert): boolean => {
    alerts += 1;
    characters += details?.length ?? 0;
    return alerts <= most.alerts && characters <= most.characters;
  };
  return page.map((one) => ({ ...one, alerts: one.alerts.filter(isRoom) }));
};

/**
 * What senders ask about: requests of theirs, and the alerts that they opened. Alerts are read from memory; requests are kept by this server, because
 * clients ask right after the answer, before the signal is routed.
 */
export class SentAlerts {
  private readonly requests = new Kept<FoundRequest>();
  /** Keys by integration and alert id. */
  private readonly keys = new Kept<string>();

  constructor(private readonly reads: Pick<GroupReads, 'threads' | 'groups'>) {}

  /** Keeps an accepted request. Its id: a trigger’s is that of its alert, because some clients close an alert by it. */
  noteRequest(integrationId: string, eventId: string, request: Omit<FoundRequest, 'alertId'>): string {
    const { action, key } = request;
    const alertId = key === null ? null : alertIdOf(integrationId, key);
    const requestId = action === 'trigger' && alertId !== null ? alertId : eventId;
    if (key !== null) this.keys.keep(threadOf(integrationId, alertId!), key);
    this.requests.keep(threadOf(integrationId, requestId), { ...request, alertId });
    return requestId;
  }

  /** Whether an alert is open under this key, or its first request was accepted and is not routed yet. */
  isOpen(integrationId: string, key: string): boolean {
    const thread = this.reads.threads.get(threadOf(integrationId, key));
    return thread ? thread.open : this.requests.has(threadOf(integrationId, alertIdOf(integrationId, key)));
  }

  findRequest(integrationId: string, requestId: string): FoundRequest | undefined {
    const kept = this.requests.get(threadOf(integrationId, requestId));
    if (kept) return kept;
    const key = this.keyOfId(integrationId, requestId);
    const thread = key === undefined ? undefined : this.reads.threads.get(threadOf(integrationId, key));
    return thread && { action: 'trigger', at: thread.last.receivedAt, alertId: requestId, key: keyOfThread(thread), wasOpen: thread.open };
  }

  findAlert(integrationId: string, ref: AlertRef): FoundAlert | undefined {
    const key = this.keyOf(integrationId, ref);
    const thread = key === undefined ? undefined : this.reads.threads.get(threadOf(integrationId, key));
    return thread && this.describe(thread);
  }

  /** Those that are remembered: open, or resolved in the last days; the newest first. */
  listAlerts(integrationId: string, only: AlertFilter = {}): FoundAlerts {
    const { offset = 0, limit = mostListed, oldestFirst = false } = only;
    const rows = this.threadsOf(integrationId).toSorted((a, b) => (oldestFirst ? a.number - b.number : b.number - a.number));
    const isWanted = rows.filter((row) => only.isOpen === undefined || row.open === only.isOpen);
    const isAsked = only.isAcknowledged === undefined && only.text === undefined;
    const found = isAsked ? isWanted : isWanted.slice(0, most.searched).filter((row) => this.doesMatch(row, only));
    return { count: found.length, page: withinAnswer(found.slice(offset, offset + limit).map((row) => this.describe(row))) };
  }

  private doesMatch(thread: ThreadRow, { isAcknowledged, text }: AlertFilter): boolean {
    const group = this.reads.groups.get(thread.groupId);
    if (isAcknowledged !== undefined && isAcknowledged !== (group?.status === 'acknowledged')) return false;
    const key = keyOfThread(thread);
    const alert = group && findAlert(group.alerts, keyInGroup(thread, key));
    return text === undefined || `${key}\n${alert?.summary ?? ''}`.toLowerCase().includes(text.toLowerCase());
  }

  private describe(thread: ThreadRow): FoundAlert {
    const { integrationId } = thread;
    const key = keyOfThread(thread);
    const group = this.reads.groups.get(thread.groupId);
    const alertOf = (one: string): GroupAlert | undefined => group && findAlert(group.alerts, keyInGroup(thread, one));
    return {
      alertId: alertIdOf(integrationId, key),
      key,
      number: thread.number,
      isOpen: thread.open,
      isAcknowledged: group?.status === 'acknowledged',
      lastAt: thread.last.receivedAt,
      openedAt: group?.openedAt ?? null,
      alert: alertOf(key) ?? null,
      alerts: Object.keys(thread.alerts).flatMap((one) => alertOf(one) ?? []),
    };
  }

  /** The key of an alert; undefined when there is none, or for the number of a group with several. */
  keyOf(integrationId: string, { by, value }: AlertRef): string | undefined {
    if (by === 'key') return value;
    if (by === 'id') return this.keyOfId(integrationId, value);
    const threads = this.threadsOf(integrationId).filter(({ number }) => String(number) === value);
    return threads.length === 1 ? keyOfThread(threads[0]!) : undefined;
  }

  private keyOfId(integrationId: string, alertId: string): string | undefined {
    // the newest are not routed yet
    const kept = this.keys.get(threadOf(integrationId, alertId));
    if (kept !== undefined) return kept;
    const thread = this.reads.threads.where('alertId', alertId).find((one) => one.integrationId === integrationId);
    return thread && keyOfThread(thread);
  }

  private threadsOf(integrationId: string): readonly ThreadRow[] {
    return this.reads.threads.where('integrationId', integrationId);
  }
}
