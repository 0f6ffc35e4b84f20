import { permissions } from '../permissions.js';
import type { RefusalCode } from '../refusals.js';
import { isAudience } from './open-terms.js';
import type { Entrance, Route } from './route.js';

const isSignedIn = (entrance: Entrance): boolean => !isAudience(entrance);
const hasBody = ({ body, bodyTypes }: Route<string>): boolean => body !== undefined || bodyTypes !== undefined;
/** Tokens are refused, whatever their scopes. */
const isForPersons = (entrance: Entrance): boolean =>
  entrance === 'session' || (entrance in permissions && permissions[entrance as keyof typeof permissions].token === 'no');
const isForSome = (entrance: Entrance): boolean => entrance in permissions && entrance !== 'everything.read';
/** Answered before anything is ready. */
const isProbe = ({ path }: Route<string>): boolean => path === '/healthz' || path === '/readyz';

/** While a server starts or stops, or a store does not answer. */
const storesAway = ['store.starting', 'store.stopping', 'store.unavailable', 'store.unwritable', 'store.views_unavailable'] as const;

const sharedRefusals = (route: Route<string>): readonly RefusalCode[] => [
  ...(isSignedIn(route.permission) ? (['session.required', 'token.invalid', 'token.scope_missing', 'token.bound_to_past'] as const) : []),
  ...(isForPersons(route.permission) ? (['token.not_for_this'] as const) : []),
  ...(isForSome(route.permission) ? (['permission.denied'] as const) : []),
  ...(isSignedIn(route.permission) && route.method !== 'GET' ? (['request.foreign'] as const) : []),
  ...(hasBody(route) ? (['request.malformed', 'request.too_large', 'request.unsupported_media_type'] as const) : []),
  ...(hasBody(route) || route.query ? (['request.invalid'] as const) : []),
  ...(route.terms?.rate === 'none' ? [] : (['limit.rate'] as const)),
  ...(isProbe(route) ? [] : storesAway),
];

/** Routes of senders have their own formats, so only their own refusals. */
export const expectedRefusals = (route: Route<string>): ReadonlySet<RefusalCode> =>
  new Set([...(route.room === 'ingest' ? [] : sharedRefusals(route)), ...(route.refusals ?? [])]);
