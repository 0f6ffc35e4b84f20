import type { Wait } from '../follower.js';
import { isPassing, AnswerTimeout } from './server-errors.js';

/** Attempts before a call’s error is reported, and the first pause between them, in milliseconds; it doubles. */
const maxAttempts = 3;
const firstBackOff = 50;

/** Rejects with NoAnswer after this many milliseconds; the call’s later result is ignored. */
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
      await wait(firstBackOff * 2 ** (attempt - 1), signal);
    }
  }
};
