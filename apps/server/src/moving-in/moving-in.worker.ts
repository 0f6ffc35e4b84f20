import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { fetch as guardedFetch, type Dispatcher, type RequestInit } from 'undici';
import { accountsIn, bringOver } from '@tocsin/moving-in/bring-over.js';
import { phoneNumbersOf } from '@tocsin/moving-in/phone-numbers.js';
import { reportOf } from '@tocsin/moving-in/report-of.js';
import { isFinished } from '@tocsin/moving-in/rescue/manifest.js';
import type { Outside } from '@tocsin/moving-in/rescue/outside.js';
import { RescueRefused } from '@tocsin/moving-in/rescue/rescue-refused.js';
import { rescue } from '@tocsin/moving-in/rescue/rescue.js';
import { systemNamed } from '@tocsin/moving-in/rescue/systems.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { MovingInOrder, MovingInReply } from './worker-messages.js';

const connectWithin = 30_000;

/** As in the command line, with what is typed there taken from the request; only where calls may go. */
const outsideOf = (token: string, dispatcher: Dispatcher, said: string[]): Outside => ({
  now: () => new Date(),
  elapsed: () => performance.now(),
  wait: (seconds) => setTimeout(seconds * 1_000),
  say: (text) => void said.push(text),
  askHidden: () => Promise.resolve(null),
  env: { TOCSIN_RESCUE_TOKEN: token },
  fetch: ((url: URL, init: RequestInit) => guardedFetch(url, { ...init, dispatcher })) as unknown as typeof fetch,
});

const argumentsOf = ({ system, folder }: MovingInOrder, { address, cloud, user, since }: NonNullable<MovingInOrder['copy']>): string[] => [
  system,
  folder,
  '--here',
  ...Object.entries({ url: address, cloud, user, since }).flatMap(([name, value]) => (value === null ? [] : [`--${name}`, value])),
];

type Post = (reply: MovingInReply) => void;

/** Whether everything is there now. */
const copy = async (order: MovingInOrder, post: Post): Promise<boolean> => {
  if (order.copy === null || isFinished(order.folder)) return true;
  const http = new OutgoingHttp({ allowCidrs: order.allowCidrs, allowLoopback: order.allowLoopback });
  const said: string[] = [];
  const terminal = { isTTY: true, write: (text: string) => post({ kind: 'progress', text: text.trim() }) };
  const code = await rescue(argumentsOf(order, order.copy), outsideOf(order.copy.token, http.guard(connectWithin), said), terminal);
  http.close();
  if (code === 0) post({ kind: 'copied', said });
  else post({ kind: 'stopped', why: said.at(-1)?.split('\n')[0] ?? '', isAway: true });
  return code === 0;
};

const move = async (order: MovingInOrder, port: MessagePort): Promise<void> => {
  const post: Post = (reply) => port.postMessage(reply);
  try {
    if (!(await copy(order, post))) return;
    const accounts = order.accounts === null ? undefined : accountsIn(order.accounts);
    const brought = await bringOver(order.folder, systemNamed(order.system)!, {
      team: order.team,
      accounts,
      rehearses: order.rehearses,
      askPhrase: () => Promise.reject(new RescueRefused('The copy is encrypted. Use “tocsin import”, which asks for its phrase.')),
    });
    post({ kind: 'compared', report: reportOf(brought), files: brought.files, phones: phoneNumbersOf(brought.fitted) });
  } catch (error) {
    if (!(error instanceof RescueRefused)) throw error;
    post({ kind: 'stopped', why: error.message, isAway: false });
  }
};

if (parentPort) void move(workerData as MovingInOrder, parentPort);
