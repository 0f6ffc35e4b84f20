import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { domain } from '@tocsin/domain/registry.js';
import { answerQuestions } from '@tocsin/platform/threads/asked-thread.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { openSqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import type { ListQuery } from '@tocsin/platform/views/view-store.js';

/** Start parameters of the worker. */
export interface PastReadsOrder {
  /** The folder of the views. */
  readonly views: string;
}

export type PastQuestion =
  | { readonly ask: 'list'; readonly view: string; readonly query: ListQuery }
  | { readonly ask: 'get'; readonly view: string; readonly id: string; readonly at: string };

const run = ({ views }: PastReadsOrder, port: MessagePort): void => {
  const store = new SqlViewStore(openSqliteViews(views));
  store.attach(domain.views);
  answerQuestions(port, (question: PastQuestion) =>
    question.ask === 'list' ? store.list(question.view, question.query) : store.get(question.view, question.id, question.at),
  );
};

if (parentPort) run(workerData as PastReadsOrder, parentPort);
