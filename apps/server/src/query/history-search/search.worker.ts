import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { SqliteReader } from '@tocsin/platform/event-log/sqlite-reader.js';
import { openToRead } from '@tocsin/platform/event-log/sqlite-schema.js';
import { SearchIndex, type IndexAnswer, type IndexQuery } from '@tocsin/platform/search/search-index.js';
import { eventsPerPage, SearchKeeper, type ReadPage } from './search-keeper.js';

/** Start parameters of the worker. */
export interface SearchOrder {
  /** The folder of the index. */
  readonly views: string;
  /** The folder of the log; null: this thread asks for its pages. */
  readonly log: string | null;
  /** The log’s last ordinal by now. */
  readonly head: number;
}

/** `keepUp` and `find` are asked for, by number; a page is an answer. */
export type ToSearch =
  | { readonly kind: 'keepUp'; readonly n: number }
  | { readonly kind: 'find'; readonly n: number; readonly query: IndexQuery }
  | { readonly kind: 'page'; readonly events: readonly StoredEvent[] | null };
export type FromSearch =
  | { readonly kind: 'page'; readonly after: number; readonly types: readonly string[] | undefined }
  | { readonly kind: 'done'; readonly n: number; readonly answer: number | IndexAnswer | null }
  | { readonly kind: 'failed'; readonly n: number; readonly message: string; readonly code: string | undefined };

const readHere = (dir: string): ReadPage => {
  const reader = new SqliteReader(openToRead(dir));
  return (after, types) => (types ? reader.readUp(after, eventsPerPage, types) : reader.page(after));
};

const run = ({ views, log, head }: SearchOrder, port: MessagePort): void => {
  const send = (message: FromSearch): void => port.postMessage(message);
  let takePage: (events: readonly StoredEvent[] | null) => void = () => {};
  const ask: ReadPage = (after, types) =>
    new Promise((resolve, reject) => {
      takePage = (events) => (events ? resolve(events) : reject(new Error('the log can’t be read')));
      send({ kind: 'page', after, types });
    });
  const keeper = new SearchKeeper(SearchIndex.open(views, head), log === null ? ask : readHere(log));
  const answer = async (n: number, work: () => Promise<number> | IndexAnswer | null): Promise<void> => {
    try {
      send({ kind: 'done', n, answer: await work() });
    } catch (error) {
      send({ kind: 'failed', n, message: String(error), code: (error as { code?: string }).code });
    }
  };
  port.on('message', (message: ToSearch) => {
    if (message.kind === 'page') takePage(message.events);
    else if (message.kind === 'find') void answer(message.n, () => keeper.find(message.query));
    else void answer(message.n, () => keeper.keepUp());
  });
};

if (parentPort) run(workerData as SearchOrder, parentPort);
