import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { isRaw } from '@tocsin/contracts/routing/signals.js';
import { Redactions } from '@tocsin/domain/operation/redactions/redactions.js';
import { domain } from '@tocsin/domain/registry.js';
import { answerQuestions } from '@tocsin/platform/threads/asked-thread.js';
import { openFolderLog } from '@tocsin/platform/views/folder-log.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { openSqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import { StreamFold, type StreamFoldDependencies } from '@tocsin/platform/views/stream-fold.js';
import type { ListQuery } from '@tocsin/platform/views/view-store.js';
import { readFilm, type FilmQuestion } from './films/read-film.js';
import { partOfView } from './view-definitions.js';

/** Start parameters of the worker. */
export interface PastReadsOrder {
  readonly rooms: { readonly log: string; readonly vault: string; readonly views: string };
  readonly masterKey: string | undefined;
}

export interface FoldQuestion {
  readonly view: string;
  readonly id: string;
  /** The part of the row before this mark; undefined: its newest. */
  readonly before: string | undefined;
  readonly upTo: number | undefined;
}
export type PastQuestion =
  | { readonly ask: 'list'; readonly view: string; readonly query: ListQuery }
  | { readonly ask: 'get'; readonly view: string; readonly id: string; readonly at: string }
  | ({ readonly ask: 'fold' } & FoldQuestion)
  | ({ readonly ask: 'film' } & FilmQuestion);

/** The log as it may be shown. Redactions are read before each use, and keys are forgotten after it: nothing outlives its erasure. */
const logIn = ({ rooms, masterKey }: PastReadsOrder) => {
  const folder = openFolderLog({ ...rooms, masterKey, contractOf: eventContract, upcasters: domain.upcasters, shouldLeave: isRaw });
  const redactions = new Redactions();
  let uses = 0;
  const source: StreamFoldDependencies = { log: folder, decode: (stored) => redactions.redact(folder.decode(stored)) };
  return async <Answer>(read: (source: StreamFoldDependencies) => Promise<Answer>): Promise<Answer> => {
    uses += 1;
    try {
      await redactions.load(folder);
      return await read(source);
    } finally {
      uses -= 1;
      if (uses === 0) folder.forgetKeys();
    }
  };
};

const run = (order: PastReadsOrder, port: MessagePort): void => {
  const store = new SqlViewStore(openSqliteViews(order.rooms.views));
  store.attach(domain.views);
  const readLog = logIn(order);
  const answers = {
    list: ({ view, query }) => store.list(view, query),
    get: ({ view, id, at }) => store.get(view, id, at),
    fold: ({ view, before, id, upTo }) => readLog((source) => new StreamFold(source).foldRow(partOfView(view, before)!, id, upTo)),
    film: (question) => readLog((source) => readFilm(source, question)),
  } satisfies { readonly [Ask in PastQuestion['ask']]: (question: Extract<PastQuestion, { readonly ask: Ask }>) => unknown };
  answerQuestions(port, (question: PastQuestion) => answers[question.ask](question as never));
};

if (parentPort) run(workerData as PastReadsOrder, parentPort);
