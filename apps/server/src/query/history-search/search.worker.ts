import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { readFreeBytes } from '@tocsin/platform/data-folder/free-bytes.js';
import { SqliteReader } from '@tocsin/platform/event-log/sqlite-reader.js';
import { openToRead } from '@tocsin/platform/event-log/sqlite-schema.js';
import { SearchIndex, type IndexQuery } from '@tocsin/platform/search/search-index.js';
import { answerQuestions } from '@tocsin/platform/threads/asked-thread.js';
import { isDiskLow } from '../../core/disk-space.js';
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

export type SearchQuestion = { readonly ask: 'keepUp' } | { readonly ask: 'find'; readonly query: IndexQuery };
/** What a thread asks that can’t read the log. */
export interface PageAsked {
  readonly after: number;
  readonly types: readonly string[] | undefined;
}
/** Null: the log can’t be read. */
export interface PageGiven {
  readonly events: readonly StoredEvent[] | null;
}

const readHere = (dir: string): ReadPage => {
  const reader = new SqliteReader(openToRead(dir));
  return (after, types) => (types ? reader.readUp(after, eventsPerPage, types) : reader.page(after));
};

const run = ({ views, log, head }: SearchOrder, port: MessagePort): void => {
  let takePage: (events: readonly StoredEvent[] | null) => void = () => {};
  const ask: ReadPage = (after, types) =>
    new Promise((resolve, reject) => {
      takePage = (events) => (events ? resolve(events) : reject(new Error('the log can’t be read')));
      port.postMessage({ after, types } satisfies PageAsked);
    });
  const disk = { freeBytes: () => readFreeBytes(views) };
  const keeper = new SearchKeeper(SearchIndex.open(views, head), log === null ? ask : readHere(log), () => !isDiskLow(disk));
  const answer = (question: SearchQuestion) => (question.ask === 'find' ? keeper.find(question.query) : keeper.keepUp());
  answerQuestions(port, answer, (message) => takePage((message as PageGiven).events));
};

if (parentPort) run(workerData as SearchOrder, parentPort);
