import Database from 'better-sqlite3';

/** For one file. */
export const maxFindings = 10;

/** `quick` does not check that indexes match their tables. */
type CheckDatabase = 'integrity' | 'quick';

/** SQLite’s own check of all pages of a database; empty when it is sound. A database that can’t be opened gives a finding, too. */
export const examineFile = (file: string, check: CheckDatabase = 'integrity'): readonly string[] => {
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return examinePages(database, check);
    } finally {
      database.close();
    }
  } catch (error) {
    return [`${file} can’t be read: ${error instanceof Error ? error.message : String(error)}.`];
  }
};

export const examinePages = (database: Database.Database, check: CheckDatabase = 'integrity'): readonly string[] => {
  const answers = database.prepare<[], string>(`PRAGMA ${check}_check(${maxFindings})`).pluck().all();
  return answers[0] === 'ok' ? [] : answers.map((answer) => `SQLite finds: ${answer.replaceAll('\n', ' ')}.`);
};
