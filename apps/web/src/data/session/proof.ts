import { ApiError } from '../cache/api.js';

type Answer = (isProved: boolean) => void;

const waiting = { answer: null as Answer | null, promise: Promise.resolve(false) };
const listeners = new Set<() => void>();

const wait = (answer: Answer | null): void => {
  waiting.answer = answer;
  listeners.forEach((listener) => listener());
};

/** Whether something waits for the person at the screen to show that it is they. */
export const isProofAsked = (): boolean => waiting.answer !== null;
export function onProofAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Proved, or let be. */
export function answerProof(isProved: boolean): void {
  const { answer } = waiting;
  wait(null);
  answer?.(isProved);
}

const asked = (): Promise<boolean> => {
  if (!isProofAsked()) waiting.promise = new Promise((resolve) => wait(resolve));
  return waiting.promise;
};

/** Does it; where the server wants to know first that it is the person and not their session alone, they are asked, and it is done again. */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.code === 'session.proof_needed';
    if (!isNeeded || !(await asked())) throw error;
    return act();
  }
}
