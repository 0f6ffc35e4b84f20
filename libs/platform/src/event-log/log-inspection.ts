import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import type { StoredEvent } from './event-log.js';
import { examineFile, examinePages, maxFindings } from '../data-folder/inspect-database.js';
import { leafOf } from '../proof/merkle.js';
import { StoredLeaves } from '../proof/stored-leaves.js';
import { StoredTree, treeFile } from '../proof/stored-tree.js';
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
  /** Up to this ordinal the bytes were compared with the hashes of the tree; 0: there was none. */
  readonly comparedUpTo: number;
  /** Up to this one events were hashed later than they were written. */
  readonly hashedLaterUpTo: number;
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

/** Checks that no event is missing, each can be read, and their bytes are those that were hashed. */
class EventInspector {
  readonly findings: string[] = [];
  last: StoredEvent | null = null;
  upTo = 0;
  private changedFrom: number | null = null;

  constructor(
    private readonly leaves: StoredLeaves,
    private readonly read: InspectionOptions['read'],
  ) {}

  inspect(event: StoredEvent): void {
    if (event.ordinal !== this.upTo + 1) this.findings.push(`${describeRange(this.upTo + 1, event.ordinal - 1)} missing.`);
    this.compare(event);
    this.upTo = event.ordinal;
    this.last = event;
    try {
      this.read?.(event);
    } catch (error) {
      this.findings.push(`Event ${event.ordinal} can’t be read: ${messageOf(error)}.`);
    }
  }

  /** Neighbours that were changed are one finding. */
  end(): void {
    if (this.changedFrom === null) return;
    this.findings.push(`${describeRange(this.changedFrom, this.upTo)} not as written.`);
    this.changedFrom = null;
  }

  private compare(event: StoredEvent): void {
    const leaf = this.leaves.of(event.ordinal);
    if (leaf && !leaf.equals(leafOf(event))) this.changedFrom ??= event.ordinal;
    else this.end();
  }
}

const treeIn = (dir: string, findings: string[]): StoredTree | undefined => {
  if (!existsSync(treeFile(dir))) return undefined;
  const damage = examineFile(treeFile(dir));
  findings.push(...damage);
  return damage.length === 0 ? StoredTree.read(dir) : undefined;
};

/**
 * Checks a whole log, with or without its server running: the file, the order of events, that each can be read, and that its bytes are those that were
 * written. Holds one page of events at a time. Throws LogUnavailable when there is no log.
 */
export const examineLog = (dir: string, { read, onProgress }: InspectionOptions = {}): InspectionReport => {
  // the tree is read first, because a running server writes it after the log
  const findings: string[] = [];
  const tree = treeIn(dir, findings);
  const hashedLaterUpTo = tree?.madeAt ?? 0;
  const leaves = new StoredLeaves(tree);
  const check = new EventInspector(leaves, read);
  const database = openToRead(dir);
  try {
    findings.push(...examinePages(database), ...findStreamGaps(database), ...findUnnamed(database));
    const reader = new SqliteReader(database);
    const head = reader.head();
    for (let events = reader.page(0); events.length > 0 && check.findings.length < maxFindings; events = reader.page(check.upTo)) {
      for (const event of events) check.inspect(event);
      onProgress?.(check.upTo, head);
    }
    check.end();
    if (leaves.size > head) check.findings.push(`The log ends with event ${head}, but it had ${leaves.size}: its end is missing.`);
  } catch (error) {
    check.findings.push(`After event ${check.upTo} the log can’t be read: ${messageOf(error)}.`);
  } finally {
    database.close();
    tree?.close();
  }
  return {
    head: check.upTo,
    last: check.last,
    comparedUpTo: Math.min(leaves.size, check.upTo),
    hashedLaterUpTo,
    findings: [...findings, ...check.findings].slice(0, maxFindings),
  };
};
