import { ok, type Route } from './route.js';

export const tokenRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/erasure/search',
    room: 'views',
    says: 'Where these texts stand in the history: in notes, in what monitoring systems sent, and in their bodies as they came.',
    permission: 'person.erase',
    body: 'TextSearchRequest',
    example: { texts: ['Ana', 'ana@example.org'] },
    answers: ok('What was found, oldest first.', 'TextSearchAnswer'),
    refusals: ['request.invalid', 'permission.denied', 'conflict.busy', 'redaction.search_here'],
  },
  {
    method: 'GET',
    path: '/api/tokens/last-uses',
    room: 'views',
    says: 'When the tokens that one may see were used last.',
    permission: 'self.configure',
    answers: ok('By token, to the minute.', 'TokenUses'),
  },
];
