import { existsSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { EventLog, StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { readNote, type SignedNote } from '@tocsin/platform/proof/signed-note.js';
import { StoredTree, treeFile } from '@tocsin/platform/proof/stored-tree.js';
import { proofLines } from '@tocsin/platform/proof/write-proof.js';
import { CliRefused } from './cli-refused.js';
import { sealFirst } from './seal-first.js';
import { requireData, type Settings } from './settings.js';
import type { Terminal } from './progress-bar.js';

const usage = 'tocsin proof FILE [--stream NAME] [--from ORDINAL] [--to ORDINAL]';

interface ProofRequest {
  readonly file: string;
  /** Only these; all when empty. */
  readonly streams: readonly string[];
  readonly from: number;
  readonly to: number;
}

const ordinalOf = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`${text} is no number of an event`);
  return Number(text);
};

const parseArguments = (args: readonly string[]): ProofRequest => {
  const text = { type: 'string' } as const;
  try {
    const options = { stream: { type: 'string', multiple: true }, from: text, to: text } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Error('name one file to write');
    const { stream: streams = [], from = '1', to = String(Number.MAX_SAFE_INTEGER).slice(0, 15) } = values;
    return { file: resolve(file), streams, from: ordinalOf(from), to: ordinalOf(to) };
  } catch (error) {
    throw new CliRefused(`${(error as Error).message}. Usage: ${usage}`, { cause: error });
  }
};

const pageOf = 500;

/** The events of a type, from the log’s start. */
async function* eventsOf(log: EventLog, types?: readonly string[], from = 1): AsyncIterable<StoredEvent> {
  for (let after = from - 1; ;) {
    const page = await log.readAll({ after, limit: pageOf, ...(types ? { types } : {}) });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.ordinal;
  }
}

/** What may leave the house: no event with a text that was redacted, because the log still has a sender’s text. */
async function* shownOf(log: EventLog, { streams, from, to }: ProofRequest, redacted: ReadonlySet<number>): AsyncIterable<StoredEvent> {
  for await (const event of eventsOf(log, undefined, from)) {
    if (event.ordinal > to) return;
    const isChosen = streams.length === 0 || streams.includes(event.stream);
    if (isChosen && !redacted.has(event.ordinal)) yield event;
  }
}

interface Seals {
  readonly newest: { readonly note: string; readonly read: SignedNote };
  /** The sizes of all. */
  readonly sizes: readonly number[];
  readonly redacted: ReadonlySet<number>;
}

const readSeals = async (log: EventLog): Promise<Seals> => {
  const redacted = new Set<number>();
  for await (const { data } of eventsOf(log, ['TextRedacted'])) redacted.add((JSON.parse(data) as { ordinal: number }).ordinal);
  const sizes: number[] = [];
  let newest: Seals['newest'] | undefined;
  for await (const { data } of eventsOf(log, ['LogSealed'])) {
    const { note } = JSON.parse(data) as { note: string };
    const read = readNote(note);
    if (!read) throw new CliRefused('A seal of the log can’t be read. Run “tocsin verify”.');
    sizes.push(read.size);
    newest = { note, read };
  }
  if (!newest) throw new CliRefused('The log is not sealed yet: the server seals it within 10 minutes, and when it stops.');
  return { newest, sizes, redacted };
};

const write = async (log: EventLog, stored: StoredTree, request: ProofRequest): Promise<number> => {
  const { newest, sizes, redacted } = await readSeals(log);
  const { logId, size } = newest.read;
  if (stored.size < size) throw new CliRefused('The hashes of the log are still being made. Try again later.');
  const subtree = (after: number, count: number): Buffer => stored.subtree(after, count);
  const shown = shownOf(log, { ...request, to: Math.min(request.to, size) }, redacted);
  const handle = await open(request.file, 'wx', 0o600);
  try {
    for await (const line of proofLines({ logId, size, note: newest.note, cuts: sizes, subtree, shown })) await handle.write(line);
    await handle.sync();
    return size;
  } catch (error) {
    rmSync(request.file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
};

/**
 * `tocsin proof FILE`: the sealed log, or a part of it, as a file that a stranger can check. Names, words and rights are in the history’s export, which
 * proves nothing: two commands.
 */
export const proofCommand = async (args: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  const request = parseArguments(args);
  requireData(settings);
  if (settings.cluster) throw new CliRefused('In the cluster profile there is no proof file yet: “tocsin verify” checks its log.');
  if (existsSync(request.file)) throw new CliRefused(`${request.file} is there already. Choose another name; nothing was written.`);
  await sealFirst(settings);
  const dir = join(settings.data, 'log');
  if (!existsSync(treeFile(dir))) throw new CliRefused(`There are no hashes in ${dir}: start the server, which makes them.`);
  const stored = StoredTree.read(dir);
  const log = SqliteEventLog.openReadOnly(dir);
  try {
    const size = await write(log, stored, request);
    terminal.write(`Wrote ${request.file}, sealed over ${size} events. Check it: tocsin verify FILE, or docs/guide/verify-proof.py.\n`);
    return 0;
  } finally {
    stored.close();
    await log.close();
  }
};
