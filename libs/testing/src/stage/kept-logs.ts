import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { clusterEvents, type Profile, profileOfRun } from './cluster.js';
import { decodedWith, eventsOfFolder, proveLog, rowsOfFolder, type Proof, type ReadRows } from './reenact-folder.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';

/** Where tests leave the logs of their servers for the suite `proofs`; undefined: in this run there is none. */
const room = process.env['TOCSIN_TEST_PROOFS'];
export const keepsLogs = room !== undefined;

/** How a server was started, and the background errors that its test causes on purpose. */
export interface KeptServer {
  readonly env: Readonly<Record<string, string>>;
  readonly expectedTrouble: RegExp | null;
}

/** The test file whose server wrote a log, from the root of the project, and its profile. `server`: it is started on it again. */
interface About {
  readonly file: string;
  readonly profile: Profile;
  readonly server?: { readonly env: Readonly<Record<string, string>>; readonly expectedTrouble: string | null };
}

/** What a server without views and `side/` starts with, and the views. */
const all = (data: string): readonly string[] => readdirSync(data).filter((name) => !['lock', 'side', 'backups'].includes(name));

const json = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/**
 * Keeps the log, the vault and the views of a stopped server; with `server`, all that one needs that is started on it, which not every
 * log can have: see Stage.close. False when this run proves nothing later.
 */
export const keepLog = async (data: string, testPath = '', server?: KeptServer): Promise<boolean> => {
  if (!room) return false;
  mkdirSync(room, { recursive: true });
  const folder = mkdtempSync(join(room, 'log-'));
  const write = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));
  cpSync(join(data, 'vault'), join(folder, 'vault'), { recursive: true });
  const elsewhere = await clusterEvents(data);
  if (elsewhere) {
    write('events.json', elsewhere);
    write('rows.json', await rowsOfFolder(data));
  } else {
    const filter = (path: string): boolean => !path.endsWith('reserve');
    for (const name of server ? all(data) : ['log', 'views']) cpSync(join(data, name), join(folder, name), { recursive: true, filter });
  }
  // written last: what a killed test left has none
  const about = { file: relative(process.cwd(), testPath), profile: profileOfRun };
  const started = server && { env: server.env, expectedTrouble: server.expectedTrouble?.source ?? null };
  write('about.json', { ...about, ...(started && { server: started }) } satisfies About);
  return true;
};

/** A log that a test has left, by the name of its test. */
export interface KeptLog {
  readonly name: string;
  readonly folder: string;
  /** How a server is started on it; undefined: none is. */
  readonly server: KeptServer | undefined;
}

/** All that this run has left, by name. */
export const keptLogs = (): readonly KeptLog[] =>
  (room && existsSync(room) ? readdirSync(room) : [])
    .map((name) => join(room!, name))
    .filter((folder) => existsSync(join(folder, 'about.json')))
    .map((folder) => {
      const { file, profile, server } = json(folder, 'about.json') as About;
      const expectedTrouble = server?.expectedTrouble ? new RegExp(server.expectedTrouble) : null;
      return { name: `${file} (${profile})`, folder, server: server && { env: server.env, expectedTrouble } };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Replays all decisions of a kept log, and builds every row again by folding alone. */
export const proveKept = async ({ folder }: Pick<KeptLog, 'folder'>): Promise<Proof> => {
  if (!existsSync(join(folder, 'events.json'))) return proveLog(await eventsOfFolder(folder), await rowsOfFolder(folder));
  const events = await decodedWith(folder, json(folder, 'events.json') as readonly StoredEvent[]);
  return proveLog(events, json(folder, 'rows.json') as ReadRows);
};
