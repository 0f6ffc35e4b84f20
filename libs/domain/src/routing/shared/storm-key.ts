import { limits } from '@tocsin/contracts/limits.js';
import { boundName, deriveNamedId } from '@tocsin/kernel/ids.js';

/** The prefix for the keys of a thread’s alerts in a storm’s group, because two senders may use the same key. */
export const threadPrefixOf = (thread: string): string => `${deriveNamedId(thread).slice(0, 18)}|`;

/** The key of a thread’s alert in facts of that group. */
export const stormKeyOf = (thread: string, key: string): string => {
  const prefix = threadPrefixOf(thread);
  return `${prefix}${boundName(key, limits.alertKeyLength - prefix.length)}`;
};
