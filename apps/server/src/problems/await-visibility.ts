import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { commandToken } from '@tocsin/contracts/routes/query.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { MemoryFeed } from '@tocsin/platform/feed/memory-feed.js';
import { HttpProblem } from './problem.js';

const callAfter = (ms: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

/**
 * Set-up and joining are single facts from which processes create the rest: waits until the rest is in memory, so that the client’s
 * next request finds it. Throws store.starting.
 */
export const waitUntilKnown = async ({ memory }: { readonly memory: Pick<MemoryRows, 'until'> }, isThere: () => boolean): Promise<void> => {
  if (!(await memory.until(isThere, alertGroupLimits.sendDeadline, callAfter))) throw new HttpProblem('store.starting', {}, undefined, 1);
};

/** Throws request.invalid for what no command was answered with: it would be waited for in vain. */
export const requireToken = (after: string): void => {
  const parsed = commandToken.safeParse(after);
  if (!parsed.success)
    throw new HttpProblem('request.invalid', {}, [{ path: 'after', code: 'invalid', message: parsed.error.issues[0]!.message }]);
};

/**
 * Waits until memory has read the event of this token. Throws request.view_behind when that takes too long, or there is no such
 * event.
 */
export const waitUntilRead = async ({ feed }: { readonly feed: Pick<MemoryFeed, 'waitForToken'> }, token: string): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new HttpProblem('request.view_behind', {}, undefined, 1)), alertGroupLimits.sendDeadline);
  });
  await Promise.race([feed.waitForToken(token), late]).finally(() => clearTimeout(timer));
};
