import { accepted, ok, type Route } from './route.js';

export const pageRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/push',
    room: 'pages',
    says: 'What a browser subscribes to push with: the public half of this installation’s key pair.',
    permission: 'session',
    answers: ok('The key.', 'PushShown'),
  },
  {
    method: 'GET',
    path: '/api/pages/:secret',
    room: 'pages',
    says: 'What the link of a page shows, or that of a message for several: all that it contains. Changes nothing.',
    permission: 'page_link',
    answers: ok('The page.', 'PageShown'),
    refusals: ['page_link.invalid', 'page_link.expired'],
  },
  {
    method: 'POST',
    path: '/api/pages/:secret',
    room: 'pages',
    says: 'Acknowledge or snooze the alert group, or all that a message for several contains, undo that within ten seconds, or answer the page, as the person who was paged; or, as the device, confirm that it was delivered or read.',
    permission: 'page_link',
    body: 'PageAct',
    example: { act: 'acknowledge' },
    answers: accepted('It was recorded, or nothing had to change.'),
    refusals: ['page_link.invalid', 'page_link.expired', 'page_link.undo_over', 'alert_group.already_resolved'],
  },
];
