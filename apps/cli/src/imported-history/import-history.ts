import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { foreignContract, foreignSystem, type ForeignEventOf, type PersonReference } from '@tocsin/contracts/imported-history/events.js';
import {
  createSeparateLog,
  openSeparateVault,
  removeSeparateLog,
  subjectOfSeparateLog,
  type SeparateLogPlaces,
} from '@tocsin/platform/separate-log/separate-log.js';
import { readSeparateProgress, SeparateLogWriter } from '@tocsin/platform/separate-log/separate-log-writer.js';
import { importedHistoryIn } from '@tocsin/platform/separate-log/imported-history-places.js';
import { openVault, type SqliteVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { destroyInCopies, writeErasureListIn } from '@tocsin/platform/vault/vault-copies.js';
import { withLog } from '../audit.js';
import { CliRefused } from '../cli-refused.js';
import { accountOf, accountsIn, sealOf, wholeManifest } from '@tocsin/moving-in/bring-over.js';
import { ProgressBar, type Terminal } from '../progress-bar.js';
import { withFolderLock } from '@tocsin/moving-in/rescue/folder-lock.js';
import { manifestFile, readManifest } from '@tocsin/moving-in/rescue/manifest.js';
import type { Outside } from '@tocsin/moving-in/rescue/outside.js';
import { isLiveOrFolder, liveOptions, liveUsage, withLiveCopy } from '../moving-in/live-copy.js';
import { systemNamed } from '@tocsin/moving-in/rescue/systems.js';
import { readServerAddress, RunningServer } from '../running-server.js';
import { requireData, type Settings } from '../settings.js';
import { HistoryImport, type HistoryProgress } from './history-import.js';
import { resultWords } from './history-words.js';
import { knownPeople } from './known-people.js';
import { ReferencedPeople } from './referenced-people.js';
import { deletedCopy, rescuedPeople, type RescuedFolder } from './rescued-people.js';

const usage = `tocsin import-history RESCUED_FOLDER [--people FILE.csv]
       tocsin import-history SYSTEM ${liveUsage} [--since DATE]: asks the system itself, and keeps no copy
       tocsin import-history --delete`;

const anotherWriter = 'Another import, or a redaction,';

const parse = (args: readonly string[]) => {
  try {
    const options = { ...liveOptions, people: { type: 'string' }, delete: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [from = '', ...rest] = positionals;
    const isComplete = values.delete ? from === '' : from !== '' && (!values.live || systemNamed(from) !== undefined);
    if (!isComplete || rest.length > 0 || !isLiveOrFolder(values, !values.live)) throw new Error('one folder, or one system');
    return { ...values, from };
  } catch (error) {
    throw new CliRefused(`Usage: ${usage}`, { cause: error });
  }
};

/** `tocsin import-history`: a rescue’s past becomes a log beside the own one, with or without a running server. */
export async function importHistory(args: readonly string[], settings: Settings, outside: Outside, terminal: Terminal): Promise<number> {
  const { from, people, delete: isDeletion, ...source } = parse(args);
  requireData(settings);
  if (isDeletion) return deleteImported(settings, outside);
  const accounts = people === undefined ? new Map<string, never>() : accountsIn(readFileSync(resolve(people), 'utf8'));
  const read = (path: string, keptIn = path): Promise<number> => importRescue({ path, keptIn, accounts, settings, outside, terminal });
  return source.live
    ? withLiveCopy(systemNamed(from)!, source, { outside, terminal }, (copy) => read(copy, deletedCopy))
    : read(resolve(from));
}

async function deleteImported(settings: Settings, outside: Outside): Promise<number> {
  const places = importedHistoryIn(settings.data);
  if (!existsSync(places.log)) throw new CliRefused('There is no imported history.');
  await withMain(settings, (main) => withFolderLock(places.log, () => deleteHistory(places, main, settings, outside), anotherWriter));
  await tellServer(settings, outside);
  return 0;
}

async function withMain<T>({ data, masterKey }: Settings, work: (main: SqliteVault) => Promise<T>): Promise<T> {
  const main = openVault(join(data, 'vault'), masterKey);
  try {
    return await work(main);
  } finally {
    main.close();
  }
}

interface RescueParts extends Pick<ImportParts, 'accounts' | 'settings' | 'outside' | 'terminal'> {
  readonly path: string;
  readonly keptIn: string;
}

async function importRescue({ path, keptIn, ...parts }: RescueParts): Promise<number> {
  const { settings, outside } = parts;
  const places = importedHistoryIn(settings.data);
  const code = await withMain(settings, async (main) => {
    createSeparateLog(places, main);
    const rescued = await rescuedFolder(path, keptIn, outside);
    return withFolderLock(places.log, () => importFolder({ ...parts, rescued, places, main }), anotherWriter);
  });
  await tellServer(settings, outside);
  return code;
}

async function rescuedFolder(path: string, keptIn: string, outside: Outside): Promise<RescuedFolder> {
  const system = existsSync(join(path, manifestFile)) ? systemNamed(readManifest(path).system) : undefined;
  if (system === undefined) throw new CliRefused(`${path} has no finished rescue: run “tocsin rescue” first.`);
  const manifest = await wholeManifest(path, system.name);
  return { path, keptIn, system, manifest, seal: await sealOf(manifest, () => outside.askHidden('Phrase of the folder: ')) };
}

interface ImportParts {
  readonly rescued: RescuedFolder;
  readonly accounts: ReturnType<typeof accountsIn>;
  readonly places: SeparateLogPlaces;
  readonly main: SqliteVault;
  readonly settings: Settings;
  readonly outside: Outside;
  readonly terminal: Terminal;
}

const isOfPerson = (subject: string): boolean => subject.startsWith('person:');

async function importFolder({ rescued, accounts, places, main, settings, outside, terminal }: ImportParts): Promise<number> {
  const {
    system: { name, title },
    manifest,
    path,
  } = rescued;
  const system = foreignSystem.parse(name);
  const account = accountOf(name, manifest.address);
  const references = await withLog(settings, (log) => knownPeople(log));
  const writer = new SeparateLogWriter(
    places,
    { main, own: openSeparateVault(places, main, 'write')!, isOfMain: isOfPerson },
    foreignContract,
  );
  const bar = new ProgressBar(terminal, 'reading the rescue');
  try {
    const mac = (text: string): string => main.mac('imported-history', text).toString('base64url');
    const people = new ReferencedPeople(references, { system, mac, earlier: await earlierPeople(writer) });
    for (const person of await rescuedPeople(rescued, accounts)) people.add(person);
    const rescue = createHash('sha256')
      .update(readFileSync(join(path, manifestFile)))
      .digest('hex');
    const lines = new Map(manifest.files.map((file) => [file.kind, file.answers]));
    const imported = { system, account, recordedAt: outside.now().toISOString() };
    const onProgress = (kind: string, line: number): void => bar.show(line, lines.get(kind) ?? line);
    const result = await new HistoryImport(
      { folder: rescued, imported, rescue, people, writer, mac, onProgress },
      begunOf(places, rescue),
    ).run();
    bar.end();
    for (const line of resultWords(title, system, result, manifest.untold)) outside.say(line);
    return 0;
  } finally {
    await writer.close();
  }
}

/** A server that is not running makes them when it starts. */
async function tellServer({ data }: Settings, { say }: Outside): Promise<void> {
  const address = readServerAddress(data);
  if (address === undefined) return;
  await new RunningServer(address).ask('POST', '/api/store/imported-history').catch((error: unknown) => say((error as Error).message));
}

/** Of this rescue: how far it was when it was stopped. */
function begunOf(places: SeparateLogPlaces, rescue: string): HistoryProgress | null {
  const progress = readSeparateProgress(places) as HistoryProgress | null;
  return progress?.rescue === rescue ? progress : null;
}

async function earlierPeople(writer: SeparateLogWriter): Promise<ReadonlyMap<string, PersonReference>> {
  const earlier = new Map<string, PersonReference>();
  for (let after = 0; ;) {
    const events = await writer.readTypes(after, ['ImportedPerson']);
    for (const { data } of events) {
      const { key, addressKey, who } = JSON.parse(data) as ForeignEventOf<'ImportedPerson'>;
      earlier.set(key, who);
      if (addressKey !== null) earlier.set(addressKey, who);
    }
    if (events.length === 0) return earlier;
    after = events.at(-1)!.ordinal;
  }
}

async function deleteHistory(places: SeparateLogPlaces, main: SqliteVault, { data }: Settings, { say }: Outside): Promise<void> {
  const id = removeSeparateLog(places, main);
  if (id !== null) await destroyInCopies(join(data, 'backups'), [subjectOfSeparateLog(id)]);
  writeErasureListIn(join(data, 'vault'), main);
  say(
    'The imported history is deleted: its alerts, acts, pages and duty, and their reports and backtests. Copies of it in this folder can’t be read any more; restore one from elsewhere with the newest vault/erasures.json.',
  );
  say('The folders of the rescues are where they were. Your own log is unchanged.');
}
