import { acceptedAnswer, okAnswer, type Route } from './route.js';

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
    answers: okAnswer('The page.', 'PageShown'),
    refusals: ['page_link.invalid', 'page_link.expired'],
  },
  {
    method: 'POST',
    path: '/api/pages/:secret',
    room: 'pages',
    says: 'As the person who was paged: acknowledge or snooze the alert group, or all groups of the message; undo that within ten seconds; or answer the page. As the device: confirm that the page was delivered or read.',
    permission: 'page_link',
    body: 'PageAct',
    example: { act: 'acknowledge' },
    answers: acceptedAnswer('Recorded, or nothing had to change.'),
    refusals: ['page_link.invalid', 'page_link.expired', 'page_link.undo_over', 'alert_group.already_resolved'],
  },
];
