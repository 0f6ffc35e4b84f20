import { backOff } from '@tocsin/contracts/back-off.js';
import { waitForReal } from '@tocsin/platform/clock/wait.js';
import type { StoreRefusal } from '@tocsin/platform/event-log/eventstore/refusal.js';

/** An external server that this one requires. */
export interface RequiredServer {
  /** Display name: `EventStoreDB`. */
  readonly name: string;
  /** `host:port`, without user and password. */
  readonly address: string;
  /** The remedy, as a sentence: `Start it with “docker compose up eventstore”.` */
  readonly todo: string;
  /** Why the server answers but refuses this one; null when it does not answer. */
  readonly toRefusal?: (error: unknown) => StoreRefusal | null;
}

export interface ReachOptions {
  readonly tell: (sentence: string) => void;
  /** Waits this many milliseconds; real time when absent. Reject to give up. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

const pauses = { first: 1_000, most: 30_000 };

/**
 * Tries without limit until it succeeds, with back-off up to half a minute. Reports each new reason once, and the final success.
 * Rejects only with what `wait` rejects.
 */
export const reach = async <T>(
  server: RequiredServer,
  attempt: () => Promise<T>,
  { tell, wait = waitForReal }: ReachOptions,
): Promise<T> => {
  const notified = new Set<string>();
  for (let tries = 0; ; tries += 1) {
    try {
      const connection = await attempt();
      if (tries > 0) tell(`${server.name} at ${server.address} answers now.`);
      return connection;
    } catch (error) {
      const reason = reasonOf(error);
      const pause = backOff(tries + 1, pauses);
      if (!notified.has(reason)) tell(sentenceOf(server, error, reason, pause));
      notified.add(reason);
      await wait(pause);
    }
  }
};

const sentenceOf = ({ name, address, todo, toRefusal: refusal }: RequiredServer, error: unknown, reason: string, pause: number): string => {
  const storeRefusal = refusal?.(error);
  const problem = storeRefusal ? `${storeRefusal.says} (${reason})` : `can’t be reached: ${reason}`;
  return `${name} at ${address} ${problem}; trying again in ${pause / 1_000} s. ${storeRefusal?.todo ?? todo}`;
};

/**
 * The message of the innermost cause: outer errors only say that something failed. Node gives an AggregateError when a name has
 * several addresses; the first is taken.
 */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return (error.message || (error as NodeJS.ErrnoException).code || error.name).replace(/\.$/, '');
};
