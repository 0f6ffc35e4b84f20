import { parentPort, workerData } from 'node:worker_threads';
import type { MailAnswer, MailDoorOptions, MailQuestion } from './mail-messages.js';
import { openSmtpDoor } from './smtp-door.js';

/** From the thread: its port, a question with its number, or what went wrong. */
export type FromMailThread =
  | { readonly kind: 'open'; readonly port: number }
  | { readonly kind: 'question'; readonly n: number; readonly question: MailQuestion }
  | { readonly kind: 'trouble'; readonly message: string };

/** To the thread: an answer by the number of its question, or a new certificate. */
export type ToMailThread =
  | { readonly kind: 'answer'; readonly n: number; readonly answer: MailAnswer }
  | { readonly kind: 'certificate'; readonly tls: NonNullable<MailDoorOptions['tls']> };

const port = parentPort!;
const tell = (message: FromMailThread): void => port.postMessage(message);
const waiting = new Map<number, (answer: MailAnswer) => void>();
let questions = 0;

const door = await openSmtpDoor(
  workerData as MailDoorOptions,
  (question) =>
    new Promise((resolve) => {
      const n = (questions += 1);
      waiting.set(n, resolve);
      tell({ kind: 'question', n, question });
    }),
  (error) => tell({ kind: 'trouble', message: (error as Error).message }),
);

port.on('message', (message: ToMailThread) => {
  if (message.kind === 'certificate') return door.use(message.tls);
  waiting.get(message.n)?.(message.answer);
  waiting.delete(message.n);
});
tell({ kind: 'open', port: door.port });
