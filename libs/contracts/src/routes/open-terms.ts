import * as alertGroupLimits from '../alert-groups/limits.js';
import * as calendarFeedLimits from '../calendar-feeds/limits.js';
import { limits } from '../limits.js';

interface AudienceOfRoute {
  /** Who it is, in the reference. */
  readonly says: string;
  /** Whoever shows a secret: wrong ones are counted as guesses of their address. */
  readonly isSecret?: true;
}

/** Who is let in without a session. */
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
 * Budgets of routes without a session, in requests per minute. `network`: taken before the route is entered, unless a signed-in caller has a budget of
 * their own. `holder`: of the link or feed, taken once its secret is known to be right, so that nobody else uses it up.
 */
export const openBudgets = {
  strangers: { of: 'network', perMinute: limits.strangersPerMinute },
  documents: { of: 'network', perMinute: limits.strangersDocumentsPerMinute },
  rounds: { of: 'network', perMinute: limits.strangersRoundsPerMinute },
  /** Apart: reading does not use up the acknowledgement. */
  linkReads: { of: 'holder', perMinute: alertGroupLimits.linkReadsPerMinute },
  linkActs: { of: 'holder', perMinute: alertGroupLimits.linkActsPerMinute },
  feeds: { of: 'holder', perMinute: calendarFeedLimits.feedReadsPerMinute },
} as const;
export type OpenBudget = keyof typeof openBudgets;

/** `Cache-Control` of what may be kept, to be compared by its tag each time. Refusals and all else are `no-store`. */
export const caches = { holder: 'private, no-cache', anyone: 'public, no-cache' } as const;

export type CookieName = 'tocsin_session' | 'tocsin_known' | 'tocsin_openid';

/** What a route declares that is entered without a session. */
export interface OpenTerms {
  /** The budget that a request counts in; `none`: it is never refused for coming too often, except for guesses. */
  readonly rate: OpenBudget | 'none';
  /** Who may keep its answers; without it nobody. */
  readonly cache?: keyof typeof caches;
  /** The largest body; without it that of the API. */
  readonly bodyBytes?: number;
}
