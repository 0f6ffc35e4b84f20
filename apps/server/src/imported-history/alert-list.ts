import Database from 'better-sqlite3';
import type { HistoryAlert } from '@tocsin/domain/observers/moving-in/history/history-alerts.js';
import * as historyLimits from '@tocsin/contracts/imported-history/limits.js';

const schema = `
  PRAGMA journal_mode = OFF;
  CREATE TABLE alerts (n INTEGER PRIMARY KEY, title TEXT NOT NULL, service TEXT, opened_at TEXT NOT NULL, alert TEXT NOT NULL) STRICT;
  CREATE INDEX alerts_by_title ON alerts (title);
  CREATE INDEX alerts_by_service ON alerts (service);
  CREATE INDEX alerts_by_both ON alerts (service, title);
  CREATE VIRTUAL TABLE words USING fts5(title, note, content='', prefix='2 3');
  CREATE TABLE former (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
`;

/** Writes the list of alerts that searches and “earlier” read, into a new file. */
export function writeAlertList(
  file: string,
  alerts: readonly HistoryAlert[],
  serviceOf: (alert: HistoryAlert) => string | null,
  former: ReadonlyMap<string, string>,
): void {
  const db = new Database(file);
  try {
    db.exec(schema);
    const put = db.prepare('INSERT INTO alerts VALUES (?, ?, ?, ?, ?)');
    const index = db.prepare('INSERT INTO words (rowid, title, note) VALUES (?, ?, ?)');
    const name = db.prepare('INSERT INTO former VALUES (?, ?)');
    db.transaction(() => {
      for (const [n, alert] of alerts.entries()) {
        put.run(n + 1, alert.title, serviceOf(alert), alert.openedAt, JSON.stringify({ ...alert, said: null }));
        index.run(n + 1, alert.title, alert.note);
      }
      for (const [id, text] of former) name.run(id, text);
    })();
  } finally {
    db.close();
  }
}

export interface AlertQuery {
  readonly serviceId?: string | undefined;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
}

export interface ListedAlert {
  readonly alert: HistoryAlert;
  readonly serviceId: string | null;
}

export interface FoundAlerts {
  readonly alerts: readonly ListedAlert[];
  /** Names of the former people in them, by their ids. */
  readonly former: ReadonlyMap<string, string>;
}

const formerReference = /former(?::|","id":")([0-9a-f-]{36})/g;

interface StoredAlert {
  readonly alert: string;
  readonly service: string | null;
}

/** The list, opened to read. */
export class AlertList {
  private readonly db: Database.Database;

  constructor(file: string) {
    this.db = new Database(file, { readonly: true, fileMustExist: true });
  }

  /** The newest first, one more than are shown. */
  find({ serviceId, title, text }: AlertQuery): FoundAlerts {
    const where = [
      ...(serviceId === undefined ? [] : ['service = @serviceId']),
      ...(title === undefined ? [] : ['title = @title']),
      ...(text === undefined ? [] : ['n IN (SELECT rowid FROM words WHERE words MATCH @words ORDER BY rowid DESC LIMIT 1000)']),
    ];
    const condition = where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
    const sql = `SELECT alert, service FROM alerts ${condition} ORDER BY n DESC LIMIT ${historyLimits.importedAlertsShown + 1}`;
    const rows = this.db
      .prepare<[object], StoredAlert>(sql)
      .all({ serviceId, title, words: text === undefined ? undefined : matchOf(text) });
    return {
      alerts: rows.map(({ alert, service }) => ({ alert: JSON.parse(alert) as HistoryAlert, serviceId: service })),
      former: this.formerIn(rows.map(({ alert }) => alert).join('')),
    };
  }

  private formerIn(text: string): FoundAlerts['former'] {
    const name = this.db.prepare<[string], string>('SELECT name FROM former WHERE id = ?').pluck();
    const ids = new Set([...text.matchAll(formerReference)].map(([, id = '']) => id));
    return new Map([...ids].map((id) => [id, name.get(id) ?? '']));
  }

  close(): void {
    this.db.close();
  }
}

/** The search is on the thread that pages: what it may cost is bounded. */
const mostWords = 8;
const leastLetters = 2;

/** Words as beginnings of words; nothing in it is a command of the index. */
const matchOf = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= leastLetters)
    .slice(0, mostWords)
    .map((word) => `"${word}"*`)
    .join(' ') || '""';
