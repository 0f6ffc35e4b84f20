import Database from 'better-sqlite3';

/** What is said of one file at most. */
export const mostFindings = 10;

/** `quick` leaves out whether indexes agree with their tables. */
type Check = 'integrity' | 'quick';

/** SQLite’s own check of every page of a database; an empty list when all is well. What can’t be opened is a finding too. */
export const examineFile = (file: string, check: Check = 'integrity'): readonly string[] => {
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

export const examinePages = (database: Database.Database, check: Check = 'integrity'): readonly string[] => {
  const answers = database.prepare<[], string>(`PRAGMA ${check}_check(${mostFindings})`).pluck().all();
  return answers[0] === 'ok' ? [] : answers.map((answer) => `SQLite finds: ${answer.replaceAll('\n', ' ')}.`);
};
