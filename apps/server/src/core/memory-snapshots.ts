import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { LogCourse, MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { LogTimeMarks, Mark } from '@tocsin/platform/feed/log-time-marks.js';
import { readSnapshot, writeSnapshot, type ReadSnapshot, type SnapshotFile } from '@tocsin/platform/feed/snapshot.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import type { BackgroundErrors } from './background-errors.js';
import { snapshotKey } from '../secrets/purpose-macs.js';

const eventsBetweenSnapshots = 50_000;
/** Name of the file with the log position, beside the files of the views. */
const course = 'log';

interface ViewHead {
  readonly ordinal: number;
}
interface CoursesHead extends LogCourse {
  readonly marks: readonly Mark[];
  /** The event types, with versions, that the writing program could read. */
  readonly knows: readonly string[];
}

export interface MemorySnapshotsDependencies {
  /** The folder of the views; may be deleted at any time. */
  readonly room: string;
  readonly vault: Pick<Vault, 'mac'>;
  readonly memory: MemoryRows;
  readonly marks: LogTimeMarks;
  /** Fingerprint of each view’s code: rows with another fingerprint are folded again. */
  readonly fingerprints: Readonly<Record<string, string>>;
  /** The event types that this program can read. */
  readonly knows: readonly string[];
  readonly troubles: Pick<BackgroundErrors, 'note'>;
  /** False while the last space on the disk is left to what pages need. */
  readonly hasRoom: () => boolean;
}

/** Snapshots of memory, one file for each view: the next start reads only later events, and an upgrade folds only changed views again. */
export class MemorySnapshots {
  private readonly folder: string;
  private readonly key: Buffer;
  private readonly queue = new PQueue({ concurrency: 1 });
  private at = 0;

  constructor(private readonly dependencies: MemorySnapshotsDependencies) {
    this.folder = join(dependencies.room, 'memory');
    this.key = snapshotKey(dependencies.vault);
  }

  /**
   * Restores the snapshot, except for views with other code, or when its log was longer than this one. Views that are missing then
   * count as behind in memory.
   */
  async restore(headOf: () => Promise<number>): Promise<void> {
    this.forgetOthers();
    const head = await headOf();
    for (const view of this.viewNames()) await this.restoreView(view, head);
    const snapshot = (await this.read(course))?.head as CoursesHead | undefined;
    if (!snapshot || snapshot.ordinal > head || !this.canRead(snapshot.knows)) return;
    this.dependencies.memory.resume(snapshot);
    this.dependencies.marks.restore(snapshot.marks);
    // if views have to be folded again, the next snapshot is due soon
    if (this.dependencies.memory.viewsBehind().length === 0) this.at = snapshot.ordinal;
  }

  /** Writes a snapshot when enough events have come since the last one. */
  keepUp(): void {
    if (this.dependencies.memory.ordinal - this.at > eventsBetweenSnapshots) void this.write();
  }

  /** Rejects when the files could not be replaced: they would still contain deleted data. */
  replace(): Promise<void> {
    return this.queue.add(() => this.writeAll());
  }

  /** Never rejects: a snapshot only saves time. */
  write(): Promise<void> {
    const { memory, hasRoom, troubles } = this.dependencies;
    return this.queue
      .add(async () => {
        if (memory.ordinal === this.at || memory.viewsBehind().length > 0 || !hasRoom()) return;
        await this.writeAll();
      })
      .catch((error: unknown) => troubles.note('snapshot', error));
  }

  /** The position in the log is taken first and written last, so no view is behind the position recorded for all of them. */
  private async writeAll(): Promise<void> {
    const { memory, marks, knows } = this.dependencies;
    const head: CoursesHead = { ...memory.course(), marks: marks.dump(), knows };
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    for (const view of this.viewNames()) await this.writeView(view);
    await writeSnapshot(this.fileFor(course), head, []);
    this.at = head.ordinal;
  }

  private async writeView(view: string): Promise<void> {
    // no snapshot for a view that failed to fold an event: the next start tries again, and reports it again
    if (this.dependencies.memory.isFaulty(view)) return rmSync(this.fileFor(view).file, { force: true });
    const { ordinal, rows, end } = this.dependencies.memory.copy(view);
    const head: ViewHead = { ordinal };
    try {
      await writeSnapshot(this.fileFor(view), head, rows);
    } finally {
      end();
    }
  }

  private async restoreView(view: string, logEnds: number): Promise<void> {
    const snapshot = await this.read(view);
    const { ordinal } = (snapshot?.head ?? { ordinal: Infinity }) as ViewHead;
    if (snapshot && ordinal <= logEnds) this.dependencies.memory.restore(view, ordinal, snapshot.rows);
  }

  private async read(snapshotName: string): Promise<Extract<ReadSnapshot, { kind: 'kept' }> | null> {
    const snapshot = await readSnapshot(this.fileFor(snapshotName));
    if (snapshot.kind === 'damaged') {
      this.dependencies.troubles.note(
        'snapshot',
        new Error(`${this.fileFor(snapshotName).file} is damaged: its contents are read from the log again`),
      );
    }
    return snapshot.kind === 'kept' ? snapshot : null;
  }

  /** A newer program may have read event types that this one can’t: then the log is read again, so that this program finds and reports them. */
  private canRead(types: readonly string[]): boolean {
    const versions = new Set(this.dependencies.knows);
    return types.every((type) => versions.has(type));
  }

  private viewNames(): readonly string[] {
    return this.dependencies.memory.views;
  }

  private fileFor(snapshotName: string): SnapshotFile {
    const name = snapshotName === course ? course : `${snapshotName} ${this.dependencies.fingerprints[snapshotName]}`;
    return { file: join(this.folder, `${snapshotName}.snapshot`), key: this.key, name };
  }

  /** Deletes files of removed views: redacted or erased data would never be removed from them. */
  private forgetOthers(): void {
    const ownFiles = new Set([course, ...this.viewNames()].map((snapshotName) => `${snapshotName}.snapshot`));
    const files = readdirSync(this.dependencies.room).includes('memory') ? readdirSync(this.folder) : [];
    for (const name of files) if (!ownFiles.has(name)) rmSync(join(this.folder, name), { force: true, recursive: true });
  }
}
