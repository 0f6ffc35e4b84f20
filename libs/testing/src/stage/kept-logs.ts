import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { clusterEvents, type Profile, profileOfRun } from './cluster.js';
import { decodedWith, eventsOfFolder, proveLog, rowsOfFolder, type Proof, type ReadRows } from './reenact-folder.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';

/** Where tests leave the logs of their servers for the suite `proofs`; undefined: in this run there is none. */
const room = process.env['TOCSIN_TEST_PROOFS'];

/** The test file whose server wrote a log, from the root of the project, and its profile. */
interface About {
  readonly file: string;
  readonly profile: Profile;
}

const json = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** Keeps the log, the vault and the views of a stopped server. False when this run proves nothing later. */
export const keepLog = async (data: string, testPath = ''): Promise<boolean> => {
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
    for (const name of ['log', 'views']) cpSync(join(data, name), join(folder, name), { recursive: true, filter });
  }
  // written last: what a killed test left has none
  write('about.json', { file: relative(process.cwd(), testPath), profile: profileOfRun } satisfies About);
  return true;
};

/** A log that a test has left, by the name of its test. */
export interface KeptLog {
  readonly name: string;
  readonly folder: string;
}

/** All that this run has left, by name. */
export const keptLogs = (): readonly KeptLog[] =>
  (room && existsSync(room) ? readdirSync(room) : [])
    .map((name) => join(room!, name))
    .filter((folder) => existsSync(join(folder, 'about.json')))
    .map((folder) => {
      const { file, profile } = json(folder, 'about.json') as About;
      return { name: `${file} (${profile})`, folder };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Replays all decisions of a kept log, and builds every row again by folding alone. */
export const proveKept = async ({ folder }: KeptLog): Promise<Proof> => {
  if (!existsSync(join(folder, 'events.json'))) return proveLog(await eventsOfFolder(folder), await rowsOfFolder(folder));
  const events = await decodedWith(folder, json(folder, 'events.json') as readonly StoredEvent[]);
  return proveLog(events, json(folder, 'rows.json') as ReadRows);
};
