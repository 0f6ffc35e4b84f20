import { inRoom, okAnswer } from './route.js';

export const tokenRoutes = inRoom('views', [
  {
    method: 'POST',
    path: '/api/erasure/search',
    says: 'Find texts in the history: in notes, in signals and in their raw bodies.',
    permission: 'person.erase',
    body: 'TextSearchRequest',
    example: { texts: ['Ana', 'ana@example.org'] },
    answers: okAnswer('The results, oldest first.', 'TextSearchAnswer'),
    refusals: ['request.invalid', 'permission.denied', 'conflict.one_at_a_time', 'redaction.search_here'],
  },
  {
    method: 'GET',
    path: '/api/tokens/last-uses',
    says: 'The last use of each token that you may see, and what programs read by it in seven days.',
    permission: 'self.configure',
    answers: okAnswer('The last use by token, to the minute, and reads by token, tool and day.', 'TokenUses'),
  },
]);
