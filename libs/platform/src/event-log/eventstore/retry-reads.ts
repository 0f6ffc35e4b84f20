import { backOff } from '@tocsin/contracts/back-off.js';
import type { Wait } from '../../clock/wait.js';
import { isPassing, AnswerTimeout } from './server-errors.js';

const maxAttempts = 3;
const pauses = { first: 50, most: 100 };

/** Rejects with AnswerTimeout after this many milliseconds; the call’s later result is ignored. */
export const withDeadline = async <Answer>(call: Promise<Answer>, ms: number): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new AnswerTimeout(ms)), ms)));
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Tries a call up to three times while its error may be temporary; `shouldRetry` may forbid a repeat. Throws the last error. */
export const retryReads = async <Answer>(
  call: () => Promise<Answer>,
  wait: Wait,
  signal: AbortSignal,
  shouldRetry: (error: unknown) => boolean = () => true,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt === maxAttempts || !isPassing(error) || !shouldRetry(error) || signal.aborted) throw error;
      await wait(backOff(attempt, pauses), signal);
    }
  }
};
