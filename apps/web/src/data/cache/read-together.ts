import type { Problem } from '@tocsin/contracts/refusals.js';
import { api, ApiError } from './api.js';

/** One read of a view, waiting to be sent with others. */
interface WaitingRead {
  /** `teams?limit=200`, `alertGroups/<id>` */
  readonly read: string;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

type ReadsAnswer = readonly ({ readonly answer: never } | { readonly problem: Problem } | null)[];

/** Most reads, and characters of their addresses, in one request: `limits.readsTogether`, and what every proxy lets through. */
const together = { reads: 50, characters: 6_000 } as const;
let waiting: WaitingRead[] = [];

/**
 * Reads a view or a row. What is read in the same turn is one request, so that a screen asks once, whatever it shows. Throws ApiError, and the
 * signal’s reason.
 */
export function readTogether<T>(read: string, signal?: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (waiting.push({ read, signal, resolve, reject }) === 1) planSending();
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** In the next task. A timer would be held back in a hidden window. */
function planSending(): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    port1.close();
    sendAll();
  });
  port1.start();
  port2.postMessage(null);
}

function sendAll(): void {
  const reads = waiting.filter(({ signal }) => !signal?.aborted);
  waiting = [];
  for (let batch: WaitingRead[] = [], characters = 0, n = 0; n < reads.length; n += 1) {
    batch.push(reads[n]!);
    characters += encodeURIComponent(reads[n]!.read).length + 6;
    const next = reads[n + 1];
    if (next && batch.length < together.reads && characters + encodeURIComponent(next.read).length < together.characters) continue;
    void send(batch);
    [batch, characters] = [[], 0];
  }
}

async function send(batch: readonly WaitingRead[]): Promise<void> {
  const [only] = batch;
  if (batch.length === 1) return sendAlone(only!);
  const signal = whenAllAre(batch.map((one) => one.signal));
  try {
    const query = new URLSearchParams(batch.map(({ read }): [string, string] => ['read', read]));
    const answers = await api<ReadsAnswer>('GET', `/views?${query}`, signal ? { signal } : {});
    batch.forEach((one, n) => {
      const answer = answers[n] ?? null;
      if (answer === null) return void sendAlone(one);
      if ('problem' in answer) return one.reject(new ApiError(answer.problem));
      one.resolve(answer.answer);
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

const sendAlone = ({ read, signal, resolve, reject }: WaitingRead): Promise<void> =>
  api<never>('GET', `/views/${read}`, signal ? { signal } : {}).then(resolve, reject);

/** Aborted once all of these are; undefined when one can’t be. */
function whenAllAre(signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  if (signals.some((signal) => signal === undefined)) return undefined;
  const controller = new AbortController();
  let left = signals.length;
  for (const signal of signals) signal!.addEventListener('abort', () => --left === 0 && controller.abort(), { once: true });
  return controller.signal;
}
