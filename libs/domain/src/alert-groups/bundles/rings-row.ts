import type { BundleLine, Ring } from '@tocsin/contracts/bundles.js';
import type { DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import { bundleLimits, limits } from '@tocsin/contracts/limits.js';
import { plus } from '@tocsin/kernel/time.js';
import type { Page, Planned } from '../state.js';
import type { WithThrottles } from './throttles.js';

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
  /** Pages that wait because the method has had as many messages as it may: the last event with which one began to, and until when the first waits. */
  readonly throttled?: { readonly ordinal: number; readonly until: string } | null;
  /** Pages that need not wait, and go out as one message. */
  readonly free: (Planned & { readonly ordinal: number }) | null;
  /** The last bundle, and the one before it. */
  readonly bundle: string | null;
  readonly bundleBefore: string | null;
  /** The last bundle, from when it was formed until its pages were claimed, and until what was passed on with it has been. */
  readonly forming?: { readonly bundleId: string; readonly at: string; readonly isPassingOn: boolean } | null;
  /** The message that they waited behind failed: they are to be passed on. */
  readonly failed: { readonly reason: DeliveryReason; readonly retryAt: string | null } | null;
}

/** When a person was rung last, by what: kept in memory, for what falls due next. */
export interface RingsRow extends WithThrottles {
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

/**
 * Pages of a bundle are being claimed, or passed on: until that is done nothing else is formed, else it would name them once more. What failed
 * about it holds up nobody for longer than a page waits to be gathered once more.
 */
export const isForming = ({ forming }: Pick<LineRow, 'forming'>, now: string): boolean =>
  !!forming && forming.at <= plus(now, bundleLimits.wait) && now < plus(forming.at, bundleLimits.aloneAfter);

/** When what a provider refused is tried again. It may ask for more time, but not for so much that the page would come too late. */
export const retryAt = (answeredAt: string, retryAfter: number = limits.retryEvery): string =>
  plus(answeredAt, Math.min(Math.max(retryAfter, limits.retryEvery), limits.attemptStaleAfter));
