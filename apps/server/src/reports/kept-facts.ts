import { rmSync } from 'node:fs';
import { eventContract, type RecordedFact } from '@tocsin/contracts/catalogue.js';
import { factsFingerprint, numbersOfFact, wordsOfFact, type ReportFact } from '@tocsin/domain/reports/fact.js';
import { FactReader, reportTypes } from '@tocsin/domain/reports/facts-of-event.js';
import { domain, fingerprints } from '@tocsin/domain/registry.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { ColumnFile, type ColumnCheckpoint } from '@tocsin/platform/columns/column-file.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import type { UntilDeadline } from './until-deadline.js';
import type { ReadPage } from './log-pages.js';

/** Reports look at no encrypted field, so this thread has no keys: erasing and redacting change nothing of what it reads. */
const codec = new EventCodec({
  vault: { keyFor: () => null, keyIfKept: () => null },
  contractOf: eventContract,
  upcasters: domain.upcasters,
});
const everySubject = (): boolean => true;

/** A save for so many facts: what is under way lies in memory. */
const factsPerSave = 50_000;

/** The facts of the log, kept as columns and brought up to date when a report is asked for. */
export class KeptFacts {
  private constructor(
    private readonly columns: ColumnFile,
    private readonly read: ReadPage,
  ) {}

  /** A file that can’t be read is made anew. */
  static open(file: string, read: ReadPage): KeptFacts {
    const open = (): ColumnFile =>
      ColumnFile.open(file, { words: wordsOfFact, numbers: numbersOfFact }, fingerprints[factsFingerprint] ?? 'unknown');
    try {
      return new KeptFacts(open(), read);
    } catch {
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
      return new KeptFacts(open(), read);
    }
  }

  /** In log order, up to a position. Rejects when the log can’t be read, and with TookTooLong. */
  async upTo(ordinal: number, until: UntilDeadline): Promise<Iterable<ReportFact>> {
    if (!(await this.isOfThisLog())) this.columns.clear();
    await this.catchUp(ordinal, until);
    return this.columns.rows(ordinal) as Iterable<ReportFact>;
  }

  /** Whether the last event that was read stands where it stood: another log may have been put in the place of the first. */
  private async isOfThisLog(): Promise<boolean> {
    const { ordinal, eventId } = this.columns.checkpoint;
    if (ordinal === 0) return true;
    const [event] = await this.read(ordinal - 1, reportTypes);
    return event?.ordinal === ordinal && event.id === eventId;
  }

  private async catchUp(target: number, until: UntilDeadline): Promise<void> {
    const facts = new FactReader(this.columns.checkpoint.time);
    let found: ReportFact[] = [];
    let last: ColumnCheckpoint = this.columns.checkpoint;
    while (last.ordinal < target) {
      const events: readonly StoredEvent[] = await this.read(last.ordinal, reportTypes);
      for (const event of events) found.push(...facts.read(codec.decode(event, everySubject) as RecordedFact));
      const end = events.at(-1);
      if (end) last = { ordinal: end.ordinal, eventId: end.id, time: facts.time };
      if (!end) break;
      if (found.length < factsPerSave) continue;
      this.columns.append(found, last);
      found = [];
      // what is saved shortens the next try
      until.check();
    }
    if (last.ordinal > this.columns.checkpoint.ordinal) this.columns.append(found, last);
  }
}
