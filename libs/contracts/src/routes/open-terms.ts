import * as alertGroupLimits from '../alert-groups/limits.js';
import * as calendarFeedLimits from '../calendar-feeds/limits.js';
import { limits } from '../limits.js';

interface AudienceOfRoute {
  /** For the reference. */
  readonly says: string;
  /** Identified by a secret: wrong ones are counted as guesses of their address. */
  readonly isSecret?: true;
}

/** Callers without a session. */
export const audiences = {
  open: { says: 'anyone' },
  page_link: { says: 'the secret of the link', isSecret: true },
  feed_link: { says: 'the secret of the feed', isSecret: true },
  invitation: { says: 'the secret of the invitation', isSecret: true },
  reset_link: { says: 'the secret of the link', isSecret: true },
  integration_key: { says: 'an integration key', isSecret: true },
  provider: { says: 'the provider, by its signature', isSecret: true },
  manual_clock: { says: 'anyone, with the manual clock' },
  operator_token: { says: 'the operator, from the machine itself' },
} as const satisfies Readonly<Record<string, AudienceOfRoute>>;
export type Audience = keyof typeof audiences;

export const isAudience = (entrance: string): entrance is Audience => Object.hasOwn(audiences, entrance);

/**
 * Budgets of routes without a session, in requests per minute. `network`: counted before the route is entered, unless a signed-in caller has their own
 * budget. `holder`: of the link or feed, counted once its secret is verified, so that nobody else uses it up.
 */
export const openBudgets = {
  strangers: { of: 'network', perMinute: limits.strangersPerMinute },
  documents: { of: 'network', perMinute: limits.strangersDocumentsPerMinute },
  rounds: { of: 'network', perMinute: limits.strangersRoundsPerMinute },
  /** Separate, because reading must not use up the budget for acknowledging. */
  linkReads: { of: 'holder', perMinute: alertGroupLimits.linkReadsPerMinute },
  linkActs: { of: 'holder', perMinute: alertGroupLimits.linkActsPerMinute },
  feeds: { of: 'holder', perMinute: calendarFeedLimits.feedReadsPerMinute },
} as const;
export type OpenBudget = keyof typeof openBudgets;

/** `Cache-Control` for cacheable answers, which are revalidated by their tag each time. Refusals and all other answers are `no-store`. */
export const caches = { holder: 'private, no-cache', anyone: 'public, no-cache' } as const;

export type CookieName = 'tocsin_session' | 'tocsin_known' | 'tocsin_openid';

/** For routes that are entered without a session. */
export interface OpenTerms {
  /** `none`: never refused for coming too often, except for guesses. */
  readonly rate: OpenBudget | 'none';
  /** Who may cache its answers; absent: nobody. */
  readonly cache?: keyof typeof caches;
  /** The largest body; the API’s limit when absent. */
  readonly bodyBytes?: number;
}
