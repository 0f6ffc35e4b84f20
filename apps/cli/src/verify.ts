import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { extract } from 'tar';
import { isBucket } from '@tocsin/contracts/backups/address.js';
import { openPlace } from '@tocsin/platform/backup/open-place.js';
import { chooseBackup, eventsIn } from '@tocsin/platform/backup/read-backup.js';
import { copyLog } from '@tocsin/platform/event-log/copy-log.js';
import { openDataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { DataFolderInUse } from '@tocsin/platform/data-folder/data-folder-refused.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { openEventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { StoredTree, treeFile } from '@tocsin/platform/proof/stored-tree.js';
import { verifyLog, type VerifiedLog } from '@tocsin/platform/proof/verify-log.js';
import { importedHistoryIn } from '@tocsin/platform/separate-log/imported-history-places.js';
import { ProofRefused, verifyProof, type Anchor } from '@tocsin/platform/proof/verify-proof.js';
import { CliRefused } from './cli-refused.js';
import { ProgressBar, type Terminal } from './progress-bar.js';
import { requireData, type Settings } from './settings.js';

const usage = 'tocsin verify [FILE] [--key KEY] [--anchor SIZE:ROOT]';

interface VerifyRequest {
  /** A proof file or a backup; undefined: the log of the data folder. */
  readonly file: string | undefined;
  readonly keys: readonly string[];
  readonly anchors: readonly Anchor[];
}

interface Verified {
  readonly own: VerifiedLog;
  /** Of other systems; null: there is none. */
  readonly imported: VerifiedLog | null;
}

const parseAnchor = (text: string): Anchor => {
  const [, size, root] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (size === undefined) throw new CliRefused(`--anchor ${text}: write it as SIZE:ROOT, the root in 64 hexadecimal digits.`);
  return { size: Number(size), root: Buffer.from(root!, 'hex') };
};

const parseArguments = (args: readonly string[]): VerifyRequest => {
  const option = { type: 'string', multiple: true } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: { key: option, anchor: option }, allowPositionals: true });
    const [file, ...more] = positionals;
    const { key: keys = [], anchor: anchors = [] } = values;
    if (more.length > 0) throw new Error('name one file');
    if (keys.some((key) => !/^[0-9a-f]{64}$/.test(key))) throw new Error('a key has 64 hexadecimal digits');
    return { file: file === undefined || isBucket(file) ? file : resolve(file), keys, anchors: anchors.map(parseAnchor) };
  } catch (error) {
    if (error instanceof CliRefused) throw error;
    throw new CliRefused(`${(error as Error).message}. Usage: ${usage}`, { cause: error });
  }
};

const chunkBytes = 1 << 20;

/** The lines of a file without their ends, strictly in UTF-8. */
function* linesOf(file: string): Iterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const [handle, chunk] = [openSync(file, 'r'), Buffer.alloc(chunkBytes)];
  try {
    let rest = '';
    for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk)) {
      const lines = (rest + decoder.decode(chunk.subarray(0, read), { stream: true })).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
    yield rest + decoder.decode();
  } finally {
    closeSync(handle);
  }
}

const isProofFile = (file: string): boolean => {
  const [handle, start] = [openSync(file, 'r'), Buffer.alloc(1)];
  try {
    return readSync(handle, start) === 1 && start.toString() === '{';
  } finally {
    closeSync(handle);
  }
};

const unknownKey = 'by a key that you have not given: compare it with the one that you wrote down';

const verifyFile = (file: string, request: VerifyRequest): string => {
  try {
    const { size, shown, hidden, uncheckedSeals, keyId, isKeyKnown } = verifyProof(() => linesOf(file), request);
    const seals = uncheckedSeals === 0 ? '' : ` ${uncheckedSeals} older seals could not be compared.`;
    const key = isKeyKnown ? 'and sealed by the given key' : `but sealed ${unknownKey} (${keyId})`;
    return `${size} events: ${shown} shown, ${hidden} hidden. Consistent, ${key}.${seals}`;
  } catch (error) {
    if (error instanceof ProofRefused) throw new CliRefused(error.message, { cause: error });
    throw error instanceof TypeError ? new CliRefused(`${file} is not in UTF-8.`, { cause: error }) : error;
  }
};

const pageOf = 500;

const verifyOpened = async (log: EventLog, dir: string, request: VerifyRequest, bar: ProgressBar): Promise<VerifiedLog> => {
  // the tree is read first, because a running server writes it after the log
  const stored = existsSync(treeFile(dir)) ? StoredTree.read(dir) : undefined;
  try {
    const { ordinal: head } = await log.head();
    const readPage = (after: number) => log.readAll({ after, limit: pageOf });
    const seals = await log.readStream('seals');
    return await verifyLog({ readPage, seals, stored }, { ...request, onProgress: (done) => bar.show(done, head) });
  } finally {
    bar.end();
    stored?.close();
    await log.close();
  }
};

/** The folder must be held: ordinals are counted in it. */
const withClusterLog = async <T>({ data, cluster }: Settings, work: (log: EventLog) => Promise<T>): Promise<T> => {
  try {
    const folder = openDataFolder(data, { program: version, now: new Date().toISOString() });
    try {
      return await work(openEventStoreLog({ connectionString: cluster!.eventStore, prefix: cluster!.prefix, sideDir: join(data, 'side') }));
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new CliRefused('The server is running: stop it, or verify on a standby.', { cause: error });
  }
};

/** The log in this folder, and what is beside it; the seals are of the first alone. */
const verifyBoth = async (data: string, log: EventLog, request: VerifyRequest, bar: ProgressBar): Promise<Verified> => {
  const own = await verifyOpened(log, join(data, 'log'), request, bar);
  return { own, imported: await verifyImported(data, bar) };
};

const verifyImported = async (data: string, bar: ProgressBar): Promise<VerifiedLog | null> => {
  const { log } = importedHistoryIn(data);
  if (!existsSync(join(log, 'log.db'))) return null;
  return verifyOpened(SqliteEventLog.openReadOnly(log), log, { file: undefined, keys: [], anchors: [] }, bar);
};

const verifyBackup = async (file: string, request: VerifyRequest, bar: ProgressBar): Promise<Verified> => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-verify-'));
  try {
    const wanted = new Set(['log/log.db', 'log/tree.db', 'log/imported/log.db', 'log/imported/tree.db']);
    await extract({ file, cwd: folder, filter: (path) => wanted.has(path) }).catch(() => {});
    if (!existsSync(join(folder, 'log', 'log.db'))) throw new CliRefused(`${file} is neither a proof file nor a backup.`);
    return await verifyBoth(folder, SqliteEventLog.openReadOnly(join(folder, 'log')), request, bar);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What a server with TOCSIN_BACKUP wrote: it is brought back into a temporary log. */
const verifyPlace = async (address: string, { backupKeys }: Settings, request: VerifyRequest, bar: ProgressBar): Promise<Verified> => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-verify-'));
  try {
    const place = await openPlace({ address, ...backupKeys });
    const chosen = await chooseBackup(place, {});
    const log = new SqliteEventLog(folder);
    await copyLog(eventsIn(place, chosen), log, { isOrdered: true }).catch(async (error: unknown) => {
      await log.close();
      throw error;
    });
    return { own: await verifyOpened(log, folder, request, bar), imported: null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const wordsOf = ({ head, sealed, publicKey, isKeyKnown, comparedUpTo, findings }: VerifiedLog): string => {
  if (findings.length > 0) return findings.join('\n');
  const compared = comparedUpTo === 0 ? 'compared with seals only' : `${comparedUpTo} compared with their own hashes`;
  if (publicKey === null) return `${head} events, none missing, ${compared}. Not sealed yet.`;
  const key = isKeyKnown ? 'by the given key' : unknownKey;
  return `${head} events, none missing, ${compared}. The first ${sealed} are as sealed ${key}: ${publicKey}`;
};

const importedWords = ({ head, comparedUpTo, findings }: VerifiedLog): string =>
  findings.length > 0
    ? findings.map((finding) => `Imported history: ${finding}`).join('\n')
    : `Imported history: ${head} events, none missing, ${comparedUpTo} compared with their own hashes.`;

/** The exit code. */
const report = ({ own, imported }: Verified, terminal: Terminal): number => {
  terminal.write(`${wordsOf(own)}\n`);
  if (imported !== null) terminal.write(`${importedWords(imported)}\n`);
  return own.findings.length + (imported?.findings.length ?? 0) === 0 ? 0 : 1;
};

/** `tocsin verify`: whether a log, a backup or a proof file is what was written and sealed. Returns 1 when it is not. */
export const verifyCommand = async (args: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  const request = parseArguments(args);
  const { file } = request;
  const bar = new ProgressBar(terminal, 'reading the log');
  if (file !== undefined && (isBucket(file) || statSync(file, { throwIfNoEntry: false })?.isDirectory()))
    return report(await verifyPlace(file, settings, request, bar), terminal);
  if (file !== undefined && !statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CliRefused(`There is no file ${file}.`);
  if (file !== undefined && isProofFile(file)) {
    terminal.write(`${verifyFile(file, request)}\n`);
    return 0;
  }
  if (file === undefined) requireData(settings);
  const { data } = settings;
  const verified = await (file !== undefined
    ? verifyBackup(file, request, bar)
    : settings.cluster
      ? withClusterLog(settings, (log) => verifyBoth(data, log, request, bar))
      : verifyBoth(data, SqliteEventLog.openReadOnly(join(data, 'log')), request, bar));
  return report(verified, terminal);
};
