import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { domain } from '@tocsin/domain/registry.js';
import { deriveFencedEventId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { laterOf } from '@tocsin/kernel/time.js';
import { isCopy, lastPlaceOf, placeOf, signPlace } from '@tocsin/platform/data-folder/folder-place.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { LogTree } from './log-tree.js';
import type { LogKind, LogOptions } from './opened-log.js';

/** Milliseconds for an answer in the terminal. No one is paged meanwhile, so it starts paused without one. */
const answerWithin = 60_000;

const question =
  'This data folder was moved here, or it is a copy. Two servers that page for the same alerts would wake people twice.\n' +
  'Was it moved, so that the original no longer exists? [moved/copied] ';

const pausedNotice =
  'This data folder is a copy, or was moved to another disk: it starts paused. It records what it would send, and sends nothing until an owner ' +
  'presses “Go live here”, or you run “tocsin go-live”. For unattended moves set TOCSIN_DATA_FOLDER=moved.';

type Answer = 'moved' | 'copied';

/** The answer of the person at the terminal; `copied` where there is none, or no answer in time. */
const askTerminal = async (): Promise<Answer> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return 'copied';
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(question, { signal: AbortSignal.timeout(answerWithin) });
    return /^m/i.test(answer.trim()) ? 'moved' : 'copied';
  } catch {
    return 'copied';
  } finally {
    terminal.close();
  }
};

interface CopyOptions extends LogOptions {
  readonly tree: Pick<LogTree, 'keepUp'>;
}

/** Appends the fact that pauses the store, before anything has read the log. A store that was never set up has nothing to send. */
const pause = async ({ config, folder, log, codec, decode, started, tree }: CopyOptions): Promise<void> => {
  const [last] = await log.readStreamBack({ stream: organisationKey, limit: 1 });
  if (!last) return;
  const { ordinal } = await log.head();
  const [newest] = await log.readBack({ before: ordinal + 1, limit: 1 });
  const { at } = (decode(newest!) as RecordedOf<'LogOpened'>).meta;
  const commandId = randomUUID();
  const meta: Meta = {
    at: config.clock === 'manual' ? at : laterOf(at, started),
    actor: systemActor,
    commandId,
    correlationId: commandId,
    causationId: null,
    logic: domain.logic,
    readUpTo: ordinal,
    node: folder.nodeId,
  };
  const head = await tree.keepUp().catch(() => null);
  const had = head ? { had: { size: head.size, root: Buffer.from(head.root).toString('hex') } } : {};
  const data = { backupAt: folder.lastAlive() ?? at, program: version, isCopiedFolder: true, ...had };
  const id = deriveFencedEventId(meta, organisationKey, 0);
  await log.append(organisationKey, last.revision, [codec.encode({ id, type: 'StoreRestored', data }, meta)]);
};

/**
 * Pauses a live store whose data folder was copied, like a restored one, because the original may still run. In a cluster the data folder is
 * not the store: its log is in EventStoreDB.
 */
export const pauseCopy = async (options: CopyOptions, logKind: LogKind, tell: (sentence: string) => void): Promise<void> => {
  const { config, folder } = options;
  if (config.profile !== 'embedded') return;
  const [last, place] = [lastPlaceOf(folder.path), placeOf(folder.path)];
  if (last && logKind === 'live' && isCopy(last, place) && (config.dataFolder ?? (await askTerminal())) === 'copied') {
    await pause(options);
    tell(pausedNotice);
  }
  signPlace(folder.path, place);
};
