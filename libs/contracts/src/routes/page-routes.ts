import { limits } from '../limits.js';
import type { OpenTerms } from './open-terms.js';
import { acceptedAnswer, fileAnswer, okAnswer, type Route } from './route.js';

/** Counts in the budget of the link that the request names. */
const fromProvider: OpenTerms = { rate: 'linkActs', bodyBytes: limits.providerBodyBytes };

/** A press acts by the rights of its presser: it needs no budget, and is never refused for coming too often. */
const fromChat: OpenTerms = { rate: 'none', bodyBytes: limits.providerBodyBytes };

export const pageRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/push',
    room: 'pages',
    says: 'The public key of this installation, which a browser needs to subscribe to push.',
    permission: 'session',
    answers: okAnswer('The key.', 'PushShown'),
  },
  {
    method: 'GET',
    path: '/api/pages/:secret',
    room: 'pages',
    says: 'The data behind the link of a page, or of a message with several pages. Changes nothing.',
    permission: 'page_link',
    terms: { rate: 'linkReads' },
    answers: okAnswer('The page.', 'PageShown'),
    refusals: ['page_link.invalid', 'page_link.expired'],
  },
  {
    method: 'POST',
    path: '/api/pages/:secret',
    room: 'pages',
    says: 'As the person who was paged: acknowledge or snooze the alert group, or all groups of the message; undo that within ten seconds; or answer the page. For one alert group: resolve it, add a note, and, once it is theirs, page a member of its team. An `Idempotency-Key` makes a repeated note one note. As the device: confirm that the page was delivered or read.',
    permission: 'page_link',
    terms: { rate: 'linkActs' },
    body: 'PageAct',
    example: { act: 'acknowledge' },
    answers: acceptedAnswer('Recorded, or nothing had to change.'),
    refusals: [
      'page_link.invalid',
      'page_link.expired',
      'page_link.undo_over',
      'alert_group.already_resolved',
      'idempotency.reused',
      'limit.paged_by_hand',
      'permission.denied',
      'person.not_reachable',
      'request.not_supported_here',
    ],
  },
  {
    method: 'POST',
    path: '/api/channels/sms',
    room: 'pages',
    says: 'For the provider of SMS: a reply of a person, signed with the connection’s secret (X-Twilio-Signature). Anything else is answered 403.',
    permission: 'provider',
    terms: fromProvider,
    bodyTypes: ['application/x-www-form-urlencoded'],
    answers: fileAnswer('TwiML: the SMS that answers it, or none.', 'text/xml'),
  },
  {
    method: 'POST',
    path: '/api/channels/sms/:secret/:message',
    room: 'pages',
    says: 'For the provider of SMS: a delivery report of one message, signed in the same way. The path has the secret of its page’s link, and its attempt or bundle.',
    permission: 'provider',
    terms: fromProvider,
    bodyTypes: ['application/x-www-form-urlencoded'],
    answers: fileAnswer('An empty document.', 'text/xml'),
  },
  {
    method: 'POST',
    path: '/api/channels/voice/:secret/:message',
    room: 'pages',
    says: 'For the provider of calls: a digit that was pressed, or how a call ended, signed in the same way.',
    permission: 'provider',
    terms: fromProvider,
    bodyTypes: ['application/x-www-form-urlencoded'],
    answers: fileAnswer('TwiML: what the caller hears next.', 'text/xml'),
  },
  {
    method: 'POST',
    path: '/api/channels/mattermost',
    room: 'pages',
    says: 'For Mattermost: a button that was pressed below a message, with the context that Tocsin gave it. The answer changes the message, or tells the presser alone how to link their account. A context that is not ours is answered 403.',
    permission: 'provider',
    terms: fromChat,
    bodyTypes: ['application/json'],
    answers: fileAnswer('The message as it is now.', 'application/json'),
  },
  {
    method: 'POST',
    path: '/api/channels/slack/:connection',
    room: 'pages',
    says: 'For Slack, as the “Request URL” of its app: a pressed button, signed with the signing secret of the connection in the path (X-Slack-Signature) within five minutes. Answered before it is carried out; the presser hears more in Slack. Also answers `url_verification`.',
    permission: 'provider',
    terms: fromChat,
    bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
    answers: fileAnswer('Nothing, or the challenge.', 'text/plain'),
  },
];
