import { ok, type Route } from './route.js';

export const tokenRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/erasure/search',
    room: 'views',
    says: 'Where these texts occur in the history: in notes, in signals and in their raw bodies.',
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
    says: 'When each token that you may see was last used.',
    permission: 'self.configure',
    answers: ok('By token, to the minute.', 'TokenUses'),
  },
];
