import { ApiError } from '../cache/api.js';
import { store } from '../store.js';

type ProofAnswer = (isProved: boolean) => void;

/** An action that waits for the person to confirm who they are. */
const proofRequest = store<{ readonly answer: ProofAnswer; readonly promise: Promise<boolean> } | null>(null);
export const proofRequested = { on: proofRequest.on, now: (): boolean => proofRequest.now() !== null };

/** Confirmed, or cancelled. */
export function answerProof(isProved: boolean): void {
  const request = proofRequest.now();
  proofRequest.set(null);
  request?.answer(isProved);
}

function askForProof(): Promise<boolean> {
  const request = proofRequest.now();
  if (request) return request.promise;
  let answer: ProofAnswer = () => undefined;
  const promise = new Promise<boolean>((resolve) => (answer = resolve));
  proofRequest.set({ answer, promise });
  return promise;
}

/** Runs it; if the server requires a fresh proof of the person, asks for it and runs it again. */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.code === 'session.proof_needed';
    if (!isNeeded || !(await askForProof())) throw error;
    return act();
  }
}
