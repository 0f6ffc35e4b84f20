import { rmSync } from 'node:fs';
import { eventContract, type RecordedFact } from '@tocsin/contracts/catalogue.js';
import { factsFingerprint, numbersOfFact, wordsOfFact, type ReportFact } from '@tocsin/domain/observers/reports/fact.js';
import { FactReader, reportTypes } from '@tocsin/domain/observers/reports/facts-of-event.js';
import { domain, fingerprints } from '@tocsin/domain/registry.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { ColumnFile, type ColumnCheckpoint } from '@tocsin/platform/columns/column-file.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { diskLowProblem } from '../core/disk-space.js';
import type { WorkDeadline } from './work-deadline.js';
import type { ReadPage } from './log-pages.js';

/** Reports read no encrypted field, so this thread has no keys, and is not affected by erasure and redaction. */
const codec = new EventCodec({
  vault: { keyFor: () => null, keyUnlessDestroyed: () => null },
  contractOf: eventContract,
  upcasters: domain.upcasters,
});
const isAnySubject = (): boolean => true;

/** The disk is full or fails: a file that was created again would not be better, and the columns would be lost. */
const isOfDisk = (error: unknown): boolean =>
  /^SQLITE_(?:FULL|CANTOPEN|IOERR|READONLY|BUSY)/.test((error as { readonly code?: string }).code ?? '');

/** Facts in one save: until then they are held in memory. */
const factsPerSave = 50_000;

/** Columnar cache of report facts, updated when a report is requested. */
export class StoredFacts {
  private constructor(
    private readonly columns: ColumnFile,
    private readonly read: ReadPage,
    private readonly hasRoom: () => boolean,
  ) {}

  /** An unreadable file is created again. Throws HttpProblem store.unwritable when the disk can’t be used. While `hasRoom` is false, nothing is added to it. */
  static open(file: string, read: ReadPage, hasRoom: () => boolean): StoredFacts {
    const open = (): ColumnFile =>
      ColumnFile.open(file, { words: wordsOfFact, numbers: numbersOfFact }, fingerprints[factsFingerprint] ?? 'unknown');
    try {
      return new StoredFacts(open(), read, hasRoom);
    } catch (error) {
      if (isOfDisk(error)) throw diskLowProblem();
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
      return new StoredFacts(open(), read, hasRoom);
    }
  }

  /**
   * Facts in log order, up to a position. Rejects when the log can’t be read, with report.took_too_long, and with
   * HttpProblem store.unwritable when the disk is nearly full and more facts are missing in the columns than fit into memory.
   */
  async upTo(ordinal: number, until: WorkDeadline): Promise<Iterable<ReportFact>> {
    if (!(await this.isOfThisLog())) this.columns.clear();
    const unsaved = await this.catchUp(ordinal, until);
    return this.inOrder(ordinal, unsaved);
  }

  private *inOrder(ordinal: number, unsaved: readonly ReportFact[]): Generator<ReportFact> {
    yield* this.columns.readRows(ordinal) as Iterable<ReportFact>;
    for (const fact of unsaved) if (fact.ordinal <= ordinal) yield fact;
  }

  /** Whether the last event that was read is still at its ordinal: the log may have been replaced by another one. */
  private async isOfThisLog(): Promise<boolean> {
    const { ordinal, eventId } = this.columns.checkpoint;
    if (ordinal === 0) return true;
    const [event] = await this.read(ordinal - 1, reportTypes);
    return event?.ordinal === ordinal && event.id === eventId;
  }

  /** Returns the facts for which there was no room. */
  private async catchUp(target: number, until: WorkDeadline): Promise<readonly ReportFact[]> {
    const facts = new FactReader(this.columns.checkpoint.time);
    let newFacts: ReportFact[] = [];
    let last: ColumnCheckpoint = this.columns.checkpoint;
    while (last.ordinal < target) {
      const events: readonly StoredEvent[] = await this.read(last.ordinal, reportTypes);
      for (const event of events) newFacts.push(...facts.read(codec.decode(event, isAnySubject) as RecordedFact));
      const end = events.at(-1);
      if (end) last = { ordinal: end.ordinal, eventId: end.id, time: facts.time };
      if (!end) break;
      if (newFacts.length < factsPerSave) continue;
      if (!this.hasRoom()) throw diskLowProblem();
      this.columns.append(newFacts, last);
      newFacts = [];
      // saved facts shorten the next try
      until.check();
    }
    if (last.ordinal > this.columns.checkpoint.ordinal && this.hasRoom()) {
      this.columns.append(newFacts, last);
      return [];
    }
    return newFacts;
  }
}
