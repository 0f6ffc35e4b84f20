import { statSync } from 'node:fs';
import { join } from 'node:path';
import { domain } from '@tocsin/domain/registry.js';
import type { MemoryRows } from '@tocsin/kernel/memory-rows.js';
import type { DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import type { DiskReserve } from '@tocsin/platform/data-folder/disk-reserve.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { LogTimeMarks } from '@tocsin/platform/feed/log-time-marks.js';
import { readSnapshot, writeSnapshot, type Snapshot } from '@tocsin/platform/feed/snapshot.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import type { Troubles } from './trouble.js';

const eventsBetweenSnapshots = 50_000;
/** Another program, or another build of it, may fold another memory: its snapshot is not read. */
const name = `${version} ${statSync(import.meta.filename).mtimeMs} ${domain.logic} ${domain.memory.map((rows) => rows.name).join(',')}`;

export interface MemorySnapshotsParts {
  readonly folder: DataFolder;
  readonly vault: Vault;
  readonly memory: MemoryRows;
  readonly marks: LogTimeMarks;
  readonly troubles: Troubles;
  readonly reserve: Pick<DiskReserve, 'isShort'> | null;
}

/** Keeps what memory has folded in a file, so that the next start reads only what came after. */
export class MemorySnapshots {
  private readonly memory: MemoryRows;
  private readonly marks: LogTimeMarks;
  private readonly troubles: Troubles;
  private readonly reserve: MemorySnapshotsParts['reserve'];
  private readonly file: string;
  private readonly key: Buffer;
  private at = 0;
  private isWriting = false;

  constructor({ folder, vault, memory, marks, troubles, reserve }: MemorySnapshotsParts) {
    this.memory = memory;
    this.marks = marks;
    this.troubles = troubles;
    this.reserve = reserve;
    this.file = join(folder.room('views'), 'memory.snapshot');
    this.key = vault.mac('snapshot', 'memory');
  }

  /** Puts back what was kept, unless it is of another program or of a log that was longer than this one. */
  async restore(headOf: () => Promise<number>): Promise<void> {
    const kept = await readSnapshot(this.file, this.key, name);
    if (!kept || kept.ordinal > (await headOf())) return;
    this.memory.restore(kept);
    this.marks.restore(kept.marks);
  }

  /** Writes one when enough has happened since the last. */
  keepUp(): void {
    if (this.memory.ordinal - this.at > eventsBetweenSnapshots) void this.write();
  }

  /** Rejects when it could not be replaced: what must not be read any more would still stand in the file. */
  async replace(): Promise<void> {
    await writeSnapshot(this.file, this.key, name, this.dump());
    this.at = this.memory.ordinal;
  }

  private dump(): Snapshot {
    return { ...this.memory.dump(), marks: this.marks.dump() };
  }

  /** Never rejects: a snapshot is a shortcut. */
  async write(): Promise<void> {
    if (this.isWriting || this.memory.ordinal === this.at || this.reserve?.isShort) return;
    this.isWriting = true;
    try {
      this.at = this.memory.ordinal;
      await writeSnapshot(this.file, this.key, name, this.dump());
    } catch (error) {
      this.troubles.note('snapshot', error);
    } finally {
      this.isWriting = false;
    }
  }
}
