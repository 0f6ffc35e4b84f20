import type { Wait } from '../follower.js';
import { isPassing, NoAnswer } from './trouble.js';

/** How often a call is made before its trouble is told, and the first pause between, in milliseconds; it doubles. */
const mostAttempts = 3;
const firstPause = 50;

/** Rejects with NoAnswer after so many milliseconds; what the call does later is nobody’s business. */
export const withDeadline = async <Answer>(call: Promise<Answer>, ms: number): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new NoAnswer(ms)), ms)));
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Makes a call up to three times while its trouble may pass; `again` may forbid a repeat. Throws the last error. */
export const retried = async <Answer>(
  call: () => Promise<Answer>,
  wait: Wait,
  signal: AbortSignal,
  again: (error: unknown) => boolean = () => true,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt === mostAttempts || !isPassing(error) || !again(error) || signal.aborted) throw error;
      await wait(firstPause * 2 ** (attempt - 1), signal);
    }
  }
};
