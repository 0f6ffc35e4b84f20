import { parentPort, type MessagePort } from 'node:worker_threads';
import { answerQuestions } from '@tocsin/platform/threads/asked-thread.js';
import { AlertList, type AlertQuery } from './alert-list.js';
import { redactTexts, type RedactionOrder, type TextsToRedact } from './redact-texts.js';
import { rescueFoldersOf } from './rescue-folders.js';

export type HistoryQuestion =
  /** `file`: of the list of alerts. */
  | { readonly ask: 'find'; readonly file: string; readonly query: AlertQuery }
  /** `log`: the folder of the imported log. */
  | { readonly ask: 'rescues'; readonly log: string; readonly personId: string }
  /** `alert`: null finishes what was stopped. */
  | { readonly ask: 'redact'; readonly order: RedactionOrder; readonly alert: TextsToRedact | null };

const run = (port: MessagePort): void => {
  let opened: { readonly file: string; readonly list: AlertList } | undefined;
  const listIn = (file: string): AlertList => {
    if (opened?.file === file) return opened.list;
    opened?.list.close();
    opened = { file, list: new AlertList(file) };
    return opened.list;
  };
  answerQuestions(port, (question: HistoryQuestion) => {
    if (question.ask === 'find') return listIn(question.file).find(question.query);
    if (question.ask === 'rescues') return rescueFoldersOf(question.log, question.personId);
    return redactTexts(question.order, question.alert);
  });
};

if (parentPort) run(parentPort);
