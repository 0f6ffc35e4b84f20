import type Database from 'better-sqlite3';
import { ToolUses, type ToolUse } from './side-store.js';

export const toolUseTable =
  'CREATE TABLE IF NOT EXISTS tool_uses (token TEXT, tool TEXT, day TEXT, times INTEGER NOT NULL, PRIMARY KEY (token, tool, day)) WITHOUT ROWID;';

const keyOf = ({ token, tool, day }: Omit<ToolUse, 'times'>): string => `${day} ${tool} ${token}`;

export class SqliteToolUses extends ToolUses {
  private unsaved = new Map<string, ToolUse>();
  private removedOn = '';
  private readonly read: Database.Statement<[string, string], ToolUse>;
  private readonly write: (uses: Iterable<ToolUse>) => void;

  constructor(db: Database.Database) {
    super();
    this.read = db.prepare<[string, string], ToolUse>('SELECT token, tool, day, times FROM tool_uses WHERE token = ? AND day >= ?');
    // by days that were used, not by the calendar: a clock that jumps ahead takes one day away, not all
    const remove = db.prepare('DELETE FROM tool_uses WHERE day < (SELECT DISTINCT day FROM tool_uses ORDER BY day DESC LIMIT 1 OFFSET 31)');
    const insert = db.prepare<[string, string, string, number]>(
      'INSERT INTO tool_uses VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET times = times + excluded.times',
    );
    this.write = db.transaction((uses: Iterable<ToolUse>) => {
      let lastDay = this.removedOn;
      for (const { token, tool, day, times } of uses) {
        insert.run(token, tool, day, times);
        lastDay = day;
      }
      if (lastDay === this.removedOn) return;
      remove.run();
      this.removedOn = lastDay;
    });
  }

  note(use: Omit<ToolUse, 'times'>): void {
    const key = keyOf(use);
    this.unsaved.set(key, { ...use, times: (this.unsaved.get(key)?.times ?? 0) + 1 });
  }

  since(token: string, day: string): readonly ToolUse[] {
    const uses = new Map(this.read.all(token, day).map((use) => [keyOf(use), use]));
    for (const [key, use] of this.unsaved)
      if (use.token === token && use.day >= day) uses.set(key, { ...use, times: use.times + (uses.get(key)?.times ?? 0) });
    return [...uses.values()];
  }

  flush(): void {
    if (this.unsaved.size === 0) return;
    this.write(this.unsaved.values());
    this.unsaved = new Map();
  }
}
