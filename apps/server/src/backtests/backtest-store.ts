import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backtestAnswer, type BacktestAnswer } from '@tocsin/contracts/backtests.js';
import { replaceFileSync } from '@tocsin/platform/data-folder/replace-file.js';
import { removeTemporaryDatabases } from '@tocsin/platform/replay/temporary-database.js';

/** Results are files beside the log: they are not facts, and contain only ids. The oldest are deleted. */
export class BacktestStore {
  private readonly rows = new Map<string, BacktestAnswer>();

  constructor(
    readonly room: string,
    private readonly most: number,
  ) {
    mkdirSync(room, { recursive: true, mode: 0o700 });
    removeTemporaryDatabases(room);
    for (const name of readdirSync(room).toSorted()) this.read(name);
  }

  /** The newest first. */
  all(): readonly BacktestAnswer[] {
    return [...this.rows.values()].toSorted((a, b) => (a.at < b.at ? 1 : -1));
  }

  get(id: string): BacktestAnswer | undefined {
    return this.rows.get(id);
  }

  /** A running backtest is kept only in memory: it ends with the server. */
  put(answer: BacktestAnswer): void {
    this.rows.set(answer.id, answer);
    if (answer.state === 'running') return;
    replaceFileSync(this.file(answer.id), JSON.stringify(answer));
    for (const { id } of this.all().slice(this.most)) this.remove(id);
  }

  remove(id: string): void {
    this.rows.delete(id);
    rmSync(this.file(id), { force: true });
  }

  private file(id: string): string {
    return join(this.room, `${id}.json`);
  }

  private read(name: string): void {
    const file = join(this.room, name);
    if (!name.endsWith('.json') || !existsSync(file)) return;
    try {
      const found = backtestAnswer.safeParse(JSON.parse(readFileSync(file, 'utf8')));
      if (found.success) this.rows.set(found.data.id, found.data);
    } catch {
      // cut short, or written by another release: the backtest can be run again
    }
  }
}
