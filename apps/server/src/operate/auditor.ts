import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';
import { Audit, auditedTypes, type AuditState } from '@tocsin/domain/observers/auditor/audit.js';
import { LogUnavailable, type EventLog, type StoredEvent, type Subscription } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';
import { readSnapshot, writeSnapshot, type SnapshotFile } from '@tocsin/platform/feed/snapshot.js';
import { readLastOrdinal } from './readiness.js';
import type { TimeGaps } from './time-gaps.js';

const audited = new Set(auditedTypes);
const eventsBetweenSaves = 50_000;
/** Milliseconds between two checks whether the log was read. */
const pollInterval = 20;

export interface AuditorDependencies {
  readonly log: Pick<EventLog, 'follow' | 'head'>;
  readonly decode: Decode;
  readonly now: () => string;
  /** Nothing happens after the last event, as in an import: what would be due later is not overdue. */
  readonly endsWithLog?: boolean;
  /** Null under a manual clock: due work is done in order, however far the clock is moved. */
  readonly gaps: Pick<TimeGaps, 'look'> | null;
  /** The folder of the views: it may be deleted at any time. */
  readonly room: string;
  readonly key: Buffer;
  readonly version: string;
  /** Milliseconds for which a report waits until unread events have been read. */
  readonly readsWithin: number;
  readonly hasRoom: () => boolean;
  readonly onTrouble: (error: unknown) => void;
}

export interface AuditProgress {
  readonly report: AuditReport;
  /** Whether the whole log was read. Otherwise this is an earlier state, in which finished work may still seem open. */
  readonly isCurrent: boolean;
}

/** Follows the log independently of the reactor and its memory, so that it notices when the reactor stops. */
export class Auditor {
  private audit = new Audit();
  private following: Subscription | undefined;
  private savedAt = 0;
  private readonly place: SnapshotFile;

  constructor(private readonly dependencies: AuditorDependencies) {
    // contains no personal data; another release, or another form of what is stored, reads the log from the start
    this.place = { file: join(dependencies.room, 'audit.snapshot'), key: dependencies.key, name: `audit 2 ${dependencies.version}` };
  }

  /** Never rejects. */
  async start(): Promise<void> {
    const { log } = this.dependencies;
    const state = await this.snapshot();
    if (state) this.audit = new Audit({ state });
    this.savedAt = this.audit.ordinal;
    this.following = log.follow(
      this.audit.ordinal,
      (events) => this.read(events),
      (error) => this.note(error),
    );
  }

  async stop(): Promise<void> {
    await this.following?.stop();
    if (this.audit.ordinal > this.savedAt) await this.save();
  }

  /**
   * Up to now if the whole log was read; otherwise up to the last event read, so that nothing counts as overdue whose outcome may be among the unread
   * events. Null before it has started. Rejects with LogUnavailable.
   */
  async report(): Promise<AuditProgress | null> {
    const { following, dependencies: parts } = this;
    if (!following) return null;
    this.excuseGap();
    const now = parts.now();
    const ordinal = await readLastOrdinal(parts.log);
    for (let waitedMs = 0; following.position < ordinal && waitedMs < parts.readsWithin; waitedMs += pollInterval)
      await pause(pollInterval);
    const isCurrent = following.position >= ordinal;
    const isJudgedByClock = isCurrent && !parts.endsWithLog;
    return { report: this.audit.report(isJudgedByClock || this.audit.logTime === '' ? now : this.audit.logTime), isCurrent };
  }

  private async read(events: readonly StoredEvent[]): Promise<void> {
    this.excuseGap();
    for (const storedEvent of events) {
      // a batch that failed is delivered again
      if (storedEvent.ordinal <= this.audit.ordinal || !audited.has(storedEvent.type)) continue;
      this.audit.take(this.dependencies.decode(storedEvent));
    }
    if (this.audit.ordinal - this.savedAt > eventsBetweenSaves) await this.save();
    await nextTurn();
  }

  /** Called before anything is judged by a clock that was set in the meantime. */
  private excuseGap(): void {
    const gap = this.dependencies.gaps?.look();
    if (gap) this.audit.excuse(...gap);
  }

  /** A log that does not answer is reported elsewhere. */
  private note(error: unknown): void {
    if (!(error instanceof LogUnavailable)) this.dependencies.onTrouble(error);
  }

  /** The snapshot, if it is plausibly of this log: a snapshot beyond the end of the log is of another one. */
  private async snapshot(): Promise<AuditState | null> {
    const snapshot = await readSnapshot(this.place);
    if (snapshot.kind !== 'kept') return null;
    const state = { ...(snapshot.head as AuditState), groups: snapshot.rows.map(([, group]) => group as AuditState['groups'][number]) };
    const head = await readLastOrdinal(this.dependencies.log).catch(() => 0);
    return state.ordinal <= head ? state : null;
  }

  /** Only saves time at the next start: never rejects. */
  private async save(): Promise<void> {
    if (!this.dependencies.hasRoom()) return;
    const { groups, ...head } = this.audit.state;
    this.savedAt = head.ordinal;
    try {
      mkdirSync(this.dependencies.room, { recursive: true, mode: 0o700 });
      await writeSnapshot(
        this.place,
        head,
        groups.map((group) => [group.groupId!, group]),
      );
    } catch (error) {
      this.dependencies.onTrouble(error);
    }
  }
}
