import { limits } from '@tocsin/contracts/limits.js';
import { boundedName, namedId } from '@tocsin/kernel/ids.js';

/** The prefix for the keys of a thread’s alerts in a storm’s group, because two senders may use the same key. */
export const under = (thread: string): string => `${namedId(thread).slice(0, 18)}|`;

/** The key of a thread’s alert in facts of that group. */
export const stormKey = (thread: string, key: string): string => {
  const beginning = under(thread);
  return `${beginning}${boundedName(key, limits.alertKeyLength - beginning.length)}`;
};
