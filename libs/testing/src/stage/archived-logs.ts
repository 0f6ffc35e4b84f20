import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { clusterEvents, type Profile, profileOfRun } from './cluster.js';
import type { Proof, ReadRows } from './reenact-folder.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';

/** Folder in which tests leave their servers’ logs for the suite `proofs`; undefined: none in this run. */
const room = process.env['TOCSIN_TEST_PROOFS'];
export const isArchiving = room !== undefined;

/** Loads the rules of the domain: half of what a test’s process would compute before its first test, and most tests replay nothing. */
const loadReplay = () => import('./reenact-folder.js');

/** How a server was started, and the background errors that its test causes on purpose. */
export interface ArchivedServer {
  readonly env: Readonly<Record<string, string>>;
  readonly expectedTrouble: RegExp | null;
}

/** The test file whose server wrote a log, from the root of the project, and its profile. `server`: it is started on it again. */
interface LogOrigin {
  readonly file: string;
  readonly profile: Profile;
  readonly server?: { readonly env: Readonly<Record<string, string>>; readonly expectedTrouble: string | null };
}

/** What a server without views and `side/` starts with, and the views. */
const all = (data: string): readonly string[] => readdirSync(data).filter((name) => !['lock', 'side', 'backups'].includes(name));

const readJson = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/**
 * Keeps the log, the vault and the views of a stopped server; with `server`, all that one needs that is started on it, which not every
 * log can have: see Stage.close. False when this run proves nothing later.
 */
export const archiveLog = async (data: string, testPath = '', server?: ArchivedServer): Promise<boolean> => {
  if (!room) return false;
  mkdirSync(room, { recursive: true });
  const folder = mkdtempSync(join(room, 'log-'));
  const write = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));
  cpSync(join(data, 'vault'), join(folder, 'vault'), { recursive: true });
  const clusterLog = await clusterEvents(data);
  if (clusterLog) {
    write('events.json', clusterLog);
    write('rows.json', await (await loadReplay()).rowsOfFolder(data));
  } else {
    const isArchived = (path: string): boolean => !path.endsWith('reserve');
    for (const name of server ? all(data) : ['log', 'views'])
      cpSync(join(data, name), join(folder, name), { recursive: true, filter: isArchived });
  }
  // written last: the log of a killed test has none
  const about = { file: relative(process.cwd(), testPath), profile: profileOfRun };
  const started = server && { env: server.env, expectedTrouble: server.expectedTrouble?.source ?? null };
  write('about.json', { ...about, ...(started && { server: started }) } satisfies LogOrigin);
  return true;
};

/** A log that a test has left, by the name of its test. */
export interface ArchivedLog {
  readonly name: string;
  readonly folder: string;
  /** How a server is started on it; undefined: none is. */
  readonly server: ArchivedServer | undefined;
}

/** All that this run has left, by name. */
export const findArchivedLogs = (): readonly ArchivedLog[] =>
  (room && existsSync(room) ? readdirSync(room) : [])
    .map((name) => join(room!, name))
    .filter((folder) => existsSync(join(folder, 'about.json')))
    .map((folder) => {
      const { file, profile, server } = readJson(folder, 'about.json') as LogOrigin;
      const expectedTrouble = server?.expectedTrouble ? new RegExp(server.expectedTrouble) : null;
      return { name: `${file} (${profile})`, folder, server: server && { env: server.env, expectedTrouble } };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Bytes of a log that the sample leaves out. */
const largeLog = 3e6;

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** Whether a log is in the sample of the short run: a third of the logs, always the same by their names, and no large one. */
export const isSampled = ({ name, folder }: ArchivedLog): boolean => {
  const sum = Array.from(name).reduce((all, letter) => all + letter.codePointAt(0)!, 0);
  const log = join(folder, 'log');
  return sum % 3 === 0 && (!existsSync(log) || sizeOf(log) < largeLog);
};

/** Replays all decisions of a kept log, and builds every row again by folding alone. */
export const proveArchivedLog = async ({ folder }: Pick<ArchivedLog, 'folder'>): Promise<Proof> => {
  const { proveFolder, proveLog } = await loadReplay();
  if (!existsSync(join(folder, 'events.json'))) return proveFolder(folder);
  return proveLog(folder, readJson(folder, 'events.json') as readonly StoredEvent[], readJson(folder, 'rows.json') as ReadRows);
};
