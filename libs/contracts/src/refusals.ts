import { merge, type Merged } from './merge.js';
import type { Refusal, Refusals } from './refusal.js';

/** Of no noun: requests, limits of all callers, the store. */
const shared = {
  'request.malformed': [400, 'The request body is not valid JSON.', 'Send a JSON object.'],
  'request.invalid': [422, 'Some fields are not valid.', 'See errors[]. Nothing was changed.'],
  'request.too_large': [413, 'The request body is larger than {limit}.', 'Send less in one request.'],
  'request.unsupported_media_type': [415, 'The content type is not supported.', 'Send application/json.'],
  'request.not_found': [404, 'Not found.', 'See /api/openapi.json for the routes.'],
  'request.method_not_allowed': [405, 'This address does not take this method.', 'See the header Allow for those that it takes.'],
  'request.unknown_command': [404, 'There is no command “{type}”.', 'See /api/openapi.json for the commands.'],
  'request.unknown_view': [404, 'There is no view “{view}”.', 'See /api/openapi.json for the views.'],
  'request.bad_cursor': [400, 'The cursor is not valid.', 'Start again without a cursor.'],
  'request.not_supported_here': [409, 'This view has no history.', 'Leave out ?at=.'],
  'request.in_the_past': [409, 'This was sent from a page that shows the past.', 'Go back to now and look again. Nothing was changed.'],
  'request.view_behind': [503, 'The view has not caught up with your change yet.', 'Retry in a moment; nothing was lost.'],
  'request.foreign': [403, 'The request came from a page of another site.', 'Repeat it in Tocsin. Nothing was changed.'],
  'idempotency.reused': [422, 'This Idempotency-Key was used with another body.', 'Use a new key for a new command.'],
  'session.required': [401, 'You are not signed in.', 'Sign in; nothing was changed.'],
  'session.refused': [401, 'E-mail or password is wrong.', 'Try again, or ask an admin for a new invitation.'],
  'session.openid_only': [
    401,
    'E-mail or password is wrong, or this is not an owner: everyone else signs in with the identity provider.',
    'Sign in with your identity provider.',
  ],
  'session.second_step_over': [401, 'The code has expired, or the account was changed in the meantime.', 'Start over with your password.'],
  'session.proof_needed': [
    403,
    'You signed in a while ago: confirm that it’s you.',
    'Enter your password, or sign in again; nothing was changed.',
  ],
  'session.not_found': [404, 'There is no such session.', 'It has already ended.'],
  'permission.denied': [403, 'You don’t have permission to do this.', 'Only {who} can do this.'],
  'limit.rate': [429, 'Too many requests.', 'Wait {seconds} s and try again.'],
  'limit.work': [429, 'Your questions have taken as much computing as one person can use in a minute.', 'Wait {seconds} s and try again.'],
  'limit.patterns': [
    422,
    'The regular expressions of the team are too large together.',
    'Use fewer, or compare with “is” where a value is known.',
  ],
  'limit.computations': [503, 'Too many questions are waiting to be computed.', 'Try again in a few seconds.'],
  'answer.took_too_long': [503, 'The answer took longer than {seconds} s to compute.', 'Choose a shorter range, or try again later.'],
  'answer.too_large': [422, 'The answer is too large.', 'Choose a shorter range.'],
  'limit.bodies': [503, 'The server is reading too many large requests.', 'Try again in a few seconds; nothing was changed.'],
  'conflict.revision': [409, '{name} was changed by someone else in the meantime.', 'Reload; your changes are kept.'],
  'conflict.busy': [503, 'Too many changes to the same record at once.', 'Try again; nothing was changed.'],
  'conflict.one_at_a_time': [503, '{what} is running. Only one runs at a time.', 'Try again when it has finished; nothing was started.'],
  'store.unavailable': [503, 'The event log can’t be written right now.', 'Try again. Nothing was changed, nothing was lost.'],
  'store.unwritable': [
    503,
    'Tocsin can’t save this now: {reason}.',
    'Try again. Alerts can be acknowledged for as long as the event log can be written; tell the operator.',
  ],
  'store.views_unavailable': [
    503,
    'Lists can’t be read right now: PostgreSQL does not answer.',
    'Try again; alerts are still accepted and people are still paged.',
  ],
  'store.stopping': [503, 'The server is shutting down.', 'Try again in a few seconds.'],
  'store.starting': [503, 'The server is still reading its log.', 'Try again in a few seconds.'],
  'store.behind': [503, 'This server is more than 5 seconds behind the log.', 'Try again in a few seconds; nothing was changed.'],
  'store.held': [409, 'Paused after a restore: nothing is sent until an owner presses “Go live here”.', 'Ask an owner.'],
  'store.not_held': [409, 'Sending is not paused.', 'Nothing to do.'],
  'rebuild.running': [409, 'Views are being rebuilt already.', 'Wait until that is done.'],
  'operator.required': [
    401,
    'This is for the operator, on the machine itself.',
    'Run “tocsin” there, as a user who can read the data folder.',
  ],
  'time_zone.unknown': [422, 'There is no time zone “{zone}”.', 'Use a name such as Europe/Berlin.'],
  'outgoing.private_address': [
    422,
    'The address points into a private network.',
    'An admin can allow it with the setting TOCSIN_ALLOW_CIDR.',
  ],
  'clock.not_manual': [404, 'This server runs on the system clock.', 'Start it with TOCSIN_CLOCK=manual.'],
} as const satisfies Refusals;

export type RefusalCode = keyof typeof shared | keyof Merged<'refusals'>;

/** The closed list of refusals. A refusal writes nothing to a stream. */
export const refusals = Object.fromEntries(
  Object.entries<Refusals[`${string}.${string}`]>({ ...shared, ...merge('refusals') }).map(([code, [status, says, todo]]) => [
    code,
    { status, says, todo },
  ]),
) as Readonly<Record<RefusalCode, Refusal>>;

/** What blocks a refused command: it uses what was to be removed, or belongs to it. */
export interface BlockingReference {
  readonly kind: 'policy' | 'schedule' | 'service' | 'token' | 'event_subscription' | 'routes';
  readonly id: string;
  /** Empty: of no team. */
  readonly teamId: string;
  readonly name: string;
}

/** RFC 9457 problem details, as every error of the API is answered. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: RefusalCode;
  readonly detail: string;
  readonly todo: string;
  readonly errors?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly correlationId: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly inTheWay?: readonly BlockingReference[];
}

/** Fills `{name}` in a sentence. Unknown names stay as they are. */
export const fill = (sentence: string, params: Readonly<Record<string, string | number>> = {}): string =>
  sentence.replace(/\{(\w+)\}/g, (placeholder, key: string) => String(params[key] ?? placeholder));
