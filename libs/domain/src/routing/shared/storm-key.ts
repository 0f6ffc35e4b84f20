import { limits } from '@tocsin/contracts/limits.js';
import { boundedName, namedId } from '@tocsin/kernel/ids.js';

/** What the keys of a thread’s alerts begin with in the one group of a storm, where two senders may call theirs the same. */
export const under = (thread: string): string => `${namedId(thread).slice(0, 18)}|`;

/** The name by which facts of that group know an alert of a thread. */
export const stormKey = (thread: string, key: string): string => {
  const beginning = under(thread);
  return `${beginning}${boundedName(key, limits.alertKeyLength - beginning.length)}`;
};
