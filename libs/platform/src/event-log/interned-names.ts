import type Database from 'better-sqlite3';

/** `revision` increases with every append; -1 before the first. */
export interface KnownStream {
  readonly id: number;
  revision: number;
}

/** Names used in the current or the previous generation of this many streams stay in memory. */
const generation = 50_000;

/** Maps stream and type names to integers, and knows where each stream ends. Queries SQLite once for each. */
export class InternedNames {
  private streams = new Map<string, KnownStream>();
  private older = new Map<string, KnownStream>();
  private readonly types = new Map<string, number>();
  private readonly findStream: Database.Statement;
  private readonly addStream: Database.Statement;
  private readonly findType: Database.Statement;
  private readonly addType: Database.Statement;

  constructor(
    database: Database.Database,
    private readonly most = generation,
  ) {
    this.findStream = database.prepare(
      `SELECT id, coalesce((SELECT max(revision) FROM events WHERE stream_id = streams.id), -1) AS revision FROM streams WHERE name = ?`,
    );
    this.addStream = database.prepare('INSERT INTO streams (name) VALUES (?)');
    this.findType = database.prepare('SELECT id FROM types WHERE name = ?').pluck();
    this.addType = database.prepare('INSERT INTO types (name) VALUES (?)');
  }

  stream(name: string): KnownStream | undefined {
    const knownStream = this.streams.get(name);
    if (knownStream) return knownStream;
    const storedStream = this.older.get(name) ?? (this.findStream.get(name) as KnownStream | undefined);
    if (storedStream) this.keep(name, storedStream);
    return storedStream;
  }

  createStream(name: string): KnownStream {
    const stream = { id: Number(this.addStream.run(name).lastInsertRowid), revision: -1 };
    this.keep(name, stream);
    return stream;
  }

  typeId(name: string): number {
    const knownType = this.types.get(name);
    if (knownType !== undefined) return knownType;
    const id = (this.findType.get(name) as number | undefined) ?? Number(this.addType.run(name).lastInsertRowid);
    this.types.set(name, id);
    return id;
  }

  /** Must be called after a transaction was rolled back. */
  forget(): void {
    this.streams.clear();
    this.older.clear();
    this.types.clear();
  }

  private keep(name: string, stream: KnownStream): void {
    if (this.streams.size >= this.most) {
      this.older = this.streams;
      this.streams = new Map();
    }
    this.streams.set(name, stream);
  }
}
