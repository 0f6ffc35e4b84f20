import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { DigestIterator } from './digest-iterator.js';
import type { StoredEvent } from './event-log.js';
import { examineFile, examinePages, maxFindings } from '../data-folder/inspect-database.js';
import { digestsFile, StoredDigests } from './stored-digests.js';
import { digestInterval, LogDigest } from './log-digest.js';
import { SqliteReader } from './sqlite-reader.js';
import { openToRead } from './sqlite-schema.js';

export interface InspectionOptions {
  /** Throws when an event can’t be read. */
  readonly read?: (event: StoredEvent) => unknown;
  readonly onProgress?: (ordinal: number, head: number) => void;
}

export interface InspectionReport {
  readonly head: number;
  readonly last: StoredEvent | null;
  /** Up to this ordinal the bytes were compared with digests; 0: there were none. */
  readonly comparedUpTo: number;
  /** The first ten, one sentence each. */
  readonly findings: readonly string[];
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const describeRange = (from: number, to: number): string => (from === to ? `Event ${from} is` : `Events ${from} to ${to} are`);

/** Checks the order within each stream by the index. SQLite iterates over it without loading it. */
const findStreamGaps = (database: Database.Database): readonly string[] => {
  const gaps = database
    .prepare<[], { name: string | null; count: number; last: number }>(
      `SELECT (SELECT name FROM streams WHERE id = stream_id) AS name, count(*) AS count, max(revision) AS last
       FROM events GROUP BY stream_id HAVING min(revision) <> 0 OR count(*) <> max(revision) + 1 LIMIT ${maxFindings}`,
    )
    .all();
  return gaps.map(
    ({ name, count, last }) => `${name ?? 'A stream without a name'} holds ${count} events, and the last is number ${last + 1}.`,
  );
};

/** Events without a stream or type name, which would appear in no list. */
const findUnnamed = (database: Database.Database): readonly string[] => {
  const count = database
    .prepare('SELECT count(*) FROM events WHERE stream_id NOT IN (SELECT id FROM streams) OR type_id NOT IN (SELECT id FROM types)')
    .pluck()
    .get() as number;
  return count === 0 ? [] : [`${count} events belong to a stream or a type that has no name.`];
};

/** Checks that no event is missing, each can be read, and their bytes match the digests. */
class EventInspector {
  readonly findings: string[] = [];
  last: StoredEvent | null = null;
  private readonly digest = new LogDigest();

  constructor(
    private readonly digests: DigestIterator,
    private readonly read: InspectionOptions['read'],
  ) {}

  get upTo(): number {
    return this.digest.upTo;
  }

  inspect(event: StoredEvent): void {
    if (event.ordinal !== this.upTo + 1) this.skip(event.ordinal);
    this.digest.add(event);
    this.compare();
    this.last = event;
    try {
      this.read?.(event);
    } catch (error) {
      this.findings.push(`Event ${event.ordinal} can’t be read: ${messageOf(error)}.`);
    }
  }

  /** Digests of missing events can’t be compared: continues after them. */
  private skip(to: number): void {
    this.findings.push(`${describeRange(this.upTo + 1, to - 1)} missing.`);
    for (let storedDigest = this.digests.findUpTo(to - 1); storedDigest; storedDigest = this.digests.findUpTo(to - 1))
      this.digest.goOnFrom(storedDigest.digest, storedDigest.upTo);
  }

  private compare(): void {
    const storedDigest = this.digests.findUpTo(this.upTo);
    if (!storedDigest) return;
    const isSame = storedDigest.digest.equals(this.digest.value);
    const from = Math.floor((this.upTo - 1) / digestInterval) * digestInterval + 1;
    if (!isSame) this.findings.push(`${describeRange(from, this.upTo)} not as written: something was changed, deleted or inserted.`);
    // a difference is reported once, not for every thousand events that follow
    if (this.digest.isWhole) this.digest.goOnFrom(storedDigest.digest, storedDigest.upTo);
  }
}

const digestsIn = (dir: string, findings: string[]): StoredDigests | undefined => {
  if (!existsSync(digestsFile(dir))) return undefined;
  const damage = examineFile(digestsFile(dir));
  findings.push(...damage);
  return damage.length === 0 ? StoredDigests.read(dir) : undefined;
};

/**
 * Checks a whole log, with or without its server running: the file, the order of events, that each can be read, and that its bytes are those that were
 * written. Holds one page of events at a time. Throws LogUnavailable when there is no log.
 */
export const examineLog = (dir: string, { read, onProgress }: InspectionOptions = {}): InspectionReport => {
  // digests are read first, because a running server writes them after the log
  const findings: string[] = [];
  const storedDigests = digestsIn(dir, findings);
  const ofLast = storedDigests?.last?.upTo ?? 0;
  const digests = new DigestIterator(storedDigests);
  const check = new EventInspector(digests, read);
  const database = openToRead(dir);
  try {
    findings.push(...examinePages(database), ...findStreamGaps(database), ...findUnnamed(database));
    const reader = new SqliteReader(database);
    const head = reader.head();
    for (let events = reader.page(0); events.length > 0 && check.findings.length < maxFindings; events = reader.page(check.upTo)) {
      for (const event of events) check.inspect(event);
      onProgress?.(check.upTo, head);
    }
    if (ofLast > head) check.findings.push(`The log ends with event ${head}, but it had ${ofLast}: its end is missing.`);
  } catch (error) {
    check.findings.push(`After event ${check.upTo} the log can’t be read: ${messageOf(error)}.`);
  } finally {
    database.close();
    storedDigests?.close();
  }
  return {
    head: check.upTo,
    last: check.last,
    comparedUpTo: digests.count,
    findings: [...findings, ...check.findings].slice(0, maxFindings),
  };
};
