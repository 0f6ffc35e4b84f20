import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import { boundName, deriveNamedId } from '@tocsin/kernel/ids.js';

/** The prefix for the keys of a thread’s alerts in a storm’s group, because two senders may use the same key. */
export const threadPrefixOf = (thread: string): string => `${deriveNamedId(thread).slice(0, 18)}|`;

/** The same, of the key of one of the thread’s alerts. */
const prefixOfKey = (key: string): string => key.slice(0, key.indexOf('|') + 1);

/** Whether an alert with this key is of one of these threads. */
export const isOfThreads = (threadPrefixes: readonly string[]): ((key: string) => boolean) => {
  const prefixes = new Set(threadPrefixes);
  return (key) => prefixes.has(prefixOfKey(key));
};

/** Those of these threads of which one of these alerts is. */
export const threadsWith = (threadPrefixes: readonly string[], keys: Iterable<string>): readonly string[] => {
  const found = new Set<string>();
  for (const key of keys) found.add(prefixOfKey(key));
  return threadPrefixes.filter((prefix) => found.has(prefix));
};

/** The key of a thread’s alert in facts of that group. */
export const stormKeyOf = (thread: string, key: string): string => {
  const prefix = threadPrefixOf(thread);
  return `${prefix}${boundName(key, routingLimits.alertKeyLength - prefix.length)}`;
};
