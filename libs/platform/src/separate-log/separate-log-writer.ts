import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Meta } from '@tocsin/contracts/envelope.js';
import type { EventContract } from '@tocsin/contracts/message.js';
import { EventCodec } from '../codec/codec.js';
import { replaceFileSync } from '../data-folder/replace-file.js';
import { appendsOf } from '../event-log/append-checks.js';
import type { StoredEvent } from '../event-log/event-log.js';
import { SqliteEventLog } from '../event-log/sqlite-event-log.js';
import { leafOf } from '../proof/merkle.js';
import { StoredTree } from '../proof/stored-tree.js';
import type { SqliteVault } from '../vault/sqlite-vault.js';
import { createTextSubject } from '../vault/text-keys.js';
import { KeysOfTwo, type SeparateLogPlaces } from './separate-log.js';
import type { SubjectKeys } from '../vault/vault.js';

export interface NewForeignEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
}

export interface SeparateLogVaults {
  readonly main: SubjectKeys;
  readonly own: SqliteVault;
  readonly isOfMain: (subject: string) => boolean;
}

/** Appends to a separate log, with its hashes; one process at a time. */
export class SeparateLogWriter {
  private readonly log: SqliteEventLog;
  private readonly tree: StoredTree;
  private readonly codec: EventCodec;
  /** Subjects whose keys are on disk. */
  private subjects: string[] = [];

  constructor(
    private readonly places: SeparateLogPlaces,
    private readonly vaults: SeparateLogVaults,
    private readonly contractOf: (type: string) => EventContract | undefined,
  ) {
    this.log = new SqliteEventLog(places.log);
    this.tree = StoredTree.open(places.log);
    this.codec = new EventCodec({
      vault: new KeysOfTwo(vaults.main, vaults.own, vaults.isOfMain),
      contractOf,
      upcasters: {},
      textSubject: () => this.subjects.pop() ?? createTextSubject(),
    });
  }

  /** Makes the keys of so many texts, in one flush. */
  prepareTexts(count: number): void {
    if (this.subjects.length >= count) return;
    const fresh = Array.from({ length: count - this.subjects.length }, createTextSubject);
    this.vaults.own.addKeys(fresh);
    this.subjects.push(...fresh);
  }

  /** The whole stream: one read is bounded. */
  async readStream(stream: string): Promise<readonly StoredEvent[]> {
    const all: StoredEvent[] = [];
    for (let events = await this.log.readStream(stream); events.length > 0; events = await this.log.readStream(stream, all.length)) {
      all.push(...events);
    }
    return all;
  }

  readTypes(after: number, types: readonly string[]): Promise<readonly StoredEvent[]> {
    return this.log.readAll({ after, types, limit: 1_000 });
  }

  decode(event: StoredEvent): ReturnType<EventCodec['decode']> {
    return this.codec.decode(event);
  }

  /** In as many appends as it takes. `revision`: of the stream’s last event; -1 for a new one. */
  async append(stream: string, revision: number, events: readonly NewForeignEvent[], meta: Meta): Promise<void> {
    const stored = events.map(({ id, type, data }) =>
      this.codec.encode({ id, type, data: this.parsed(type, data) }, meta, { parsed: true }),
    );
    let last = revision;
    for (const part of appendsOf(stored)) {
      await this.log.append(stream, last < 0 ? 'none' : last, part);
      last += part.length;
    }
  }

  /** Hashes what was appended, and only then notes how far the work is: what a kill leaves behind is found again. */
  async checkpoint(progress: unknown): Promise<void> {
    await this.hash();
    replaceFileSync(progressFile(this.places), JSON.stringify(progress));
  }

  async hash(): Promise<void> {
    for (let events = await this.after(this.tree.size); events.length > 0; events = await this.after(this.tree.size)) {
      this.tree.append(events.map((event) => leafOf(event)));
    }
  }

  async close(): Promise<void> {
    await this.log.close();
    this.tree.close();
    this.vaults.own.close();
  }

  private after(ordinal: number): Promise<readonly StoredEvent[]> {
    return this.log.readAll({ after: ordinal, limit: 1_000 });
  }

  private parsed(type: string, data: unknown): unknown {
    return this.contractOf(type)!.data.parse(data);
  }
}

const progressFile = (places: SeparateLogPlaces): string => join(places.log, 'progress.json');

export const readSeparateProgress = (places: SeparateLogPlaces): unknown =>
  existsSync(progressFile(places)) ? (JSON.parse(readFileSync(progressFile(places), 'utf8')) as unknown) : null;
