import type { BundleLine, Ring } from '@tocsin/contracts/bundles.js';
import type { DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import { bundleLimits, limits } from '@tocsin/contracts/limits.js';
import { plus } from '@tocsin/kernel/time.js';
import type { Attempt, Core, Page, Planned } from '../state.js';

/** What a message opened: until it ends, what falls due behind it waits. */
export interface Wait {
  /** The message: a bundle’s id, or that of its only attempt. */
  readonly ring: string;
  readonly at: string;
  /** How many rang by themselves in this wait: what opened it, and what did not wait; and how many had in the wait before it. */
  readonly alone: number;
  readonly aloneBefore: number;
  /** The last of those: the wait is its own where the bundle that opened it turns out to be empty. */
  readonly lastAlone?: { readonly ring: string; readonly groupId: string };
  /** How many pages it was formed of, and how many of them were claimed. */
  readonly formed: number;
  readonly claimed: number;
  /** The groups it names that its person has not acknowledged, answered or snoozed since. */
  readonly open: readonly string[];
  /** Its provider took it, or nobody knows. */
  readonly isSure: boolean;
  /** It failed, and is tried again then: what falls due meanwhile goes with it. */
  readonly retryAt?: string;
}

/** One person’s pages of one line by one contact method. */
export interface LineRow {
  readonly wait: Wait | null;
  /** The last event with which a page began to wait for the end of the wait; 0: none waits. */
  readonly waiting: number;
  /** When those go out, while some wait. */
  readonly held: Planned | null;
  /** Pages that need not wait, and go out as one message. */
  readonly free: (Planned & { readonly ordinal: number }) | null;
  /** The last bundle, and the one before it. */
  readonly bundle: string | null;
  readonly bundleBefore: string | null;
  /** The message that they waited behind failed: they are to be passed on. */
  readonly failed: { readonly reason: DeliveryReason; readonly retryAt: string | null } | null;
}

/** When a person was rung last, by what: kept in memory, for what falls due next. */
export interface RingsRow {
  readonly personId: string;
  readonly lines: Readonly<Record<string, LineRow>>;
  /** By service: its last ring. */
  readonly services: Readonly<Record<string, { readonly at: string; readonly attemptId: string; readonly pageId: string }>>;
  /** By contact method: rings that did not wait although others did. Of several pages in one message, the last attempt stands for it; of one that is being formed, none. */
  readonly exempt: Readonly<Record<string, readonly { readonly at: string; readonly attemptId: string | null; readonly ring: string }[]>>;
}

export const keyOf = ({ contactMethodId, line }: Pick<Ring, 'contactMethodId' | 'line'>): string => `${contactMethodId} ${line}`;
export const lineOf = ({ quiet, urgency }: Pick<Page, 'quiet' | 'urgency'>): BundleLine => (quiet ? 'quiet' : urgency);

/** Many fell due: what rang by itself a moment before the bundle counts, too, else one more ring would go between. */
const isLong = ({ formed, aloneBefore, claimed, open }: Wait): boolean =>
  formed > 1 && formed + aloneBefore > bundleLimits.many && (claimed === 0 || open.length > 0);

/** When a wait ends, as things stand: it never ends later than it was going to. */
export const endOf = (wait: Wait, key: string): string =>
  wait.retryAt ?? plus(wait.at, key.endsWith('quiet') || isLong(wait) ? bundleLimits.long : bundleLimits.wait);

/** Also where the clock was put back since: nobody waits for longer than one wait more. */
export const isOver = (wait: Wait | null, key: string, at: string): boolean =>
  wait === null || endOf(wait, key) <= at || plus(at, bundleLimits.wait) < wait.at;

/** When what a provider refused is tried again. It may ask for more time, but not for so much that the page would come too late. */
export const retryAt = (answeredAt: string, retryAfter: number = limits.retryEvery): string =>
  plus(answeredAt, Math.min(Math.max(retryAfter, limits.retryEvery), limits.attemptStaleAfter));

/** A page with an attempt that is due, in its group. */
export interface DuePage {
  readonly group: Pick<Core, 'groupId' | 'serviceId' | 'raisedAt' | 'test' | 'origin'>;
  readonly page: Page;
  readonly attempt: Attempt;
}

/** Whether it waits for nobody: somebody asks for it now, or its message took the place of one that failed or was lost. */
const isUrged = ({ group, page, attempt }: DuePage): boolean =>
  group.origin.kind === 'page' ||
  page.cause.kind === 'person' ||
  attempt.because === 'escalated' ||
  attempt.because === 'resent' ||
  attempt.because === 'tried_out' ||
  attempt.because === 'next_method' ||
  attempt.because === 'after_stale';

const since = (now: string): string => plus(now, -bundleLimits.window);

const isFirstOfService = ({ services }: RingsRow, { group, page }: DuePage, now: string): boolean => {
  const last = group.serviceId === null ? undefined : services[group.serviceId];
  return group.serviceId !== null && (last === undefined || last.at <= since(now) || last.pageId === page.pageId);
};

const isRaised = ({ group, page }: DuePage): boolean => group.raisedAt !== null && page.startedAt >= group.raisedAt;

/** A high page that does not wait: the first of its service, or one whose group was raised; two in ten minutes by each method. */
const isExempt = (row: RingsRow, due: DuePage, now: string): boolean => {
  const { page, attempt } = due;
  const { contactMethodId } = attempt;
  const isFirst = !Object.values(page.attempts).some((one) => one.contactMethodId === contactMethodId && one.startedAt !== null);
  if (lineOf(page) !== 'high' || !isFirst || !(isFirstOfService(row, due, now) || isRaised(due))) return false;
  return (row.exempt[contactMethodId] ?? []).filter(({ at }) => at > since(now)).length < bundleLimits.exceptions;
};

export type Verdict = { readonly waits: string } | { readonly waits: null; readonly exempt: boolean };
const goes = (exempt = false): Verdict => ({ waits: null, exempt });

/** Whether an attempt that is due waits for the message before it, and until when. */
export const verdictOn = (row: RingsRow | undefined, due: DuePage, now: string): Verdict => {
  const { page, attempt, group } = due;
  const key = keyOf({ contactMethodId: attempt.contactMethodId, line: lineOf(page) });
  const wait = row?.lines[key]?.wait;
  if (!row || !wait || group.test || isUrged(due)) return goes();
  const end = endOf(wait, key);
  if (isOver(wait, key, now) || (attempt.because === 'retry' && attempt.ring === wait.ring)) return goes();
  return isExempt(row, due, now) ? goes(true) : { waits: end };
};
