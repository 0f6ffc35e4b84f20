import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { allRows } from './all-rows.js';
import { clusterRows } from './cluster.js';
import type { ArchivedLog, ArchivedServer } from './archived-logs.js';
import { Tocsin } from './tocsin.js';

/** Every row of a stopped server’s views, including history, as text; and its facts, but for those about the leader and its position. */
export interface FolderContents {
  readonly rows: readonly string[];
  readonly facts: readonly string[];
}

/** On either profile: every row in the views of a stopped server, as text. */
export const rowsOf = async (data: string): Promise<readonly string[]> => (await clusterRows(data)) ?? allRows(data);

export const readContents = async (data: string): Promise<FolderContents> => {
  const { eventsOfFolder, ofItsEnd } = await import('./reenact-folder.js');
  const events = await eventsOfFolder(data);
  return { rows: await rowsOf(data), facts: events.filter(({ stream }) => !ofItsEnd.has(stream)).map(({ id, type }) => `${type} ${id}`) };
};

/** Background errors in what a server has written, but for those that its test causes on purpose. */
export const findErrorLines = (output: string, expected: RegExp | null): readonly string[] =>
  output.split('\n').filter((line) => line.includes('"where"') && !expected?.test(line));

/** Not of the data folder of a server that builds its views again; the test’s port may be another’s by now. */
const leftOut = new Set(['views', 'about.json']);
const withoutPort = ({ PORT: _, ...env }: ArchivedServer['env']): ArchivedServer['env'] => env;

/**
 * What a server leaves that is started on a copy of a kept log, without views and without `side/`: that contains sessions, stored
 * answers, throttles and last uses, but nothing that decides who is paged or mailed.
 */
export const rebuildArchivedLog = async (
  { folder }: ArchivedLog,
  { env, expectedTrouble }: ArchivedServer,
): Promise<FolderContents & { troubles: readonly string[] }> => {
  const data = join(mkdtempSync(join(tmpdir(), 'tocsin-again-')), 'data');
  cpSync(folder, data, { recursive: true, filter: (path) => !leftOut.has(relative(folder, path)) });
  const tocsin = await Tocsin.start({ data, profile: 'embedded', env: withoutPort(env) });
  try {
    await tocsin.settle();
    await tocsin.stop();
    return { ...(await readContents(data)), troubles: findErrorLines(tocsin.output(), expectedTrouble) };
  } finally {
    await tocsin.end();
  }
};
