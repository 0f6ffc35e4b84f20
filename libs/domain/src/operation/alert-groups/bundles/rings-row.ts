import type { BundleLine, Ring } from '@tocsin/contracts/alert-groups/bundles.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { DuePlan } from '../due-plan.js';
import type { Page } from '../state.js';
import type { WithThrottles } from './throttles.js';

/** The wait that a message opens: until it ends, what becomes due waits for it. */
export interface RingWait {
  /** The id of the message: of a bundle, or of its only attempt. */
  readonly ring: string;
  readonly at: string;
  /** Attempts that did not wait although the wait was open, and their number in the previous wait. */
  readonly alone: number;
  readonly aloneBefore: number;
  /** The last attempt sent alone: the wait becomes its own if the bundle that opened the wait turns out to be empty. */
  readonly lastAlone?: { readonly ring: string; readonly groupId: string };
  /** Pages that the bundle was formed of, and claimed ones. */
  readonly formed: number;
  readonly claimed: number;
  /** The groups it names that the person has not acknowledged, answered or snoozed since. */
  readonly open: readonly string[];
  /** The provider accepted it, or its outcome is unknown. */
  readonly isSure: boolean;
}

/** One person’s pages of one line by one contact method. */
export interface LineRow {
  readonly wait: RingWait | null;
  /** The ordinal of the last event with which a page began to wait for the end of the wait; 0: none waits. */
  readonly waiting: number;
  /** When the waiting pages go out; null: none wait. */
  readonly held: DuePlan | null;
  /**
   * Pages that wait because the method’s throttle is full: the ordinal of the last event with which one began to wait,
   * and until when the first waits.
   */
  readonly throttled?: {
    readonly ordinal: number;
    readonly until: string;
    /** Not before, unless its own messages are what fills the limit. */
    readonly isByNumber?: true;
  } | null;
  /** Pages that need not wait, and go out as one message. */
  readonly free: (DuePlan & { readonly ordinal: number }) | null;
  /** The last bundle, and the one before it. */
  readonly bundle: string | null;
  readonly bundleBefore: string | null;
  /**
   * The last bundle, from when it was formed until its pages are claimed and the pages passed on with it are handled.
   */
  readonly forming?: { readonly bundleId: string; readonly at: string; readonly isPassingOn: boolean } | null;
  /** The message that pages waited behind failed: they must be passed on. */
  readonly failed: { readonly reason: DeliveryReason; readonly retryAt: string | null } | null;
}

/** When and by which method a person was last paged. In memory only; decides which attempt is due next. */
export interface RingsRow extends WithThrottles {
  readonly personId: string;
  /** By contact method: until when its provider wants to be left alone. */
  readonly pauses?: Readonly<Record<string, string>>;
  readonly lines: Readonly<Record<string, LineRow>>;
  /** By service: the last loud message. */
  readonly services: Readonly<Record<string, { readonly at: string; readonly attemptId: string; readonly pageId: string }>>;
  /**
   * By contact method: messages that did not wait although others did. A message of several pages is represented by its last attempt; one that is
   * being formed has none yet.
   */
  readonly exempt: Readonly<Record<string, readonly { readonly at: string; readonly attemptId: string | null; readonly ring: string }[]>>;
}

export const keyOf = ({ contactMethodId, line }: Pick<Ring, 'contactMethodId' | 'line'>): string => `${contactMethodId} ${line}`;
export const lineOf = ({ quiet, urgency }: Pick<Page, 'quiet' | 'urgency'>): BundleLine => (quiet ? 'quiet' : urgency);

/**
 * Whether the wait is long because many pages became due. Those that did not wait for the bundle count with its pages, otherwise the exceptions would
 * be further messages within ten minutes.
 */
const isLong = ({ formed, aloneBefore, claimed, open }: RingWait): boolean =>
  formed > 1 && formed + aloneBefore > bundleLimits.many && (claimed === 0 || open.length > 0);

/** When a wait ends, by its current state: an end never moves later. */
export const endOf = (wait: RingWait, key: string): string =>
  addMillis(wait.at, key.endsWith('quiet') || isLong(wait) ? bundleLimits.long : bundleLimits.wait);

/** Also true when the clock was set back since: nothing waits for longer than one more wait. */
export const isOver = (ringWait: RingWait | null, key: string, at: string): boolean =>
  ringWait === null || endOf(ringWait, key) <= at || addMillis(at, bundleLimits.wait) < ringWait.at;

/** Less than a minute ago; a clock that was put back makes nothing recent for longer. */
const isRecent = (at: string, now: string): boolean =>
  at <= addMillis(now, bundleLimits.wait) && now < addMillis(at, bundleLimits.aloneAfter);

/**
 * Whether the pages of a bundle are being claimed or passed on: until that is done no other bundle is formed, or it
 * would name them again. A bundle that got stuck blocks others only as long as a page waits to be gathered again.
 */
export const isForming = ({ forming }: Pick<LineRow, 'forming'>, now: string): boolean => !!forming && isRecent(forming.at, now);

/** Whether the line makes progress: its last bundle was formed or requested within a minute. A request ages if no one forms the bundle. */
export const isMoving = ({ forming, free }: Pick<LineRow, 'forming' | 'free'>, now: string): boolean =>
  isForming({ forming }, now) || (free !== null && isRecent(free.dueAt, now));

/**
 * When an attempt that a provider refused is retried. The provider may ask for more time, but not for so much that the
 * page would be too late.
 */
export const retryAt = (answeredAt: string, retryAfter: number = alertGroupLimits.retryEvery): string =>
  addMillis(answeredAt, Math.min(Math.max(retryAfter, alertGroupLimits.retryEvery), alertGroupLimits.attemptStaleAfter));
