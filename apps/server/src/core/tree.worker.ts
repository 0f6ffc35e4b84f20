import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { SqliteReader } from '@tocsin/platform/event-log/sqlite-reader.js';
import { openToRead } from '@tocsin/platform/event-log/sqlite-schema.js';
import { LogChanged } from '@tocsin/platform/proof/earlier-digests.js';
import { StoredTree } from '@tocsin/platform/proof/stored-tree.js';
import { TreeKeeper, type ReadPage, type TreeHead } from '@tocsin/platform/proof/tree-keeper.js';

/** Start parameters of the worker. */
export interface TreeOrder {
  /** The folder of the tree. */
  readonly dir: string;
  /** Whether the log is in that folder, too; otherwise this thread asks for its pages. */
  readonly isLogHere: boolean;
}

export type ToTree = { readonly kind: 'keepUp' } | { readonly kind: 'page'; readonly events: readonly StoredEvent[] | null };
export type FromTree =
  | { readonly kind: 'page'; readonly after: number }
  | { readonly kind: 'head'; readonly head: TreeHead | null }
  | { readonly kind: 'failed'; readonly message: string; readonly isChanged: boolean };

const readHere = (dir: string): ReadPage => {
  const reader = new SqliteReader(openToRead(dir));
  return (after) => reader.page(after);
};

const run = ({ dir, isLogHere }: TreeOrder, port: MessagePort): void => {
  const send = (message: FromTree): void => port.postMessage(message);
  let takePage: (events: readonly StoredEvent[] | null) => void = () => {};
  const ask: ReadPage = (after) =>
    new Promise((resolve, reject) => {
      takePage = (events) => (events ? resolve(events) : reject(new Error('the log can’t be read')));
      send({ kind: 'page', after });
    });
  const keeper = new TreeKeeper(StoredTree.open(dir), isLogHere ? readHere(dir) : ask, dir);
  const keepUp = async (): Promise<void> => {
    try {
      send({ kind: 'head', head: await keeper.keepUp() });
    } catch (error) {
      send({ kind: 'failed', message: error instanceof Error ? error.message : String(error), isChanged: error instanceof LogChanged });
    }
  };
  port.on('message', (message: ToTree) => (message.kind === 'page' ? takePage(message.events) : void keepUp()));
};

if (parentPort) run(workerData as TreeOrder, parentPort);
