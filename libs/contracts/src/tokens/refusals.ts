import type { Refusals } from '../refusal.js';

export const refusals = {
  'token.invalid': [401, 'This token is unknown, expired or revoked.', 'Issue a new one in the settings; nothing was changed.'],
  'token.not_found': [404, 'There is no such token.', 'Check the list of tokens.'],
  'token.name_taken': [409, 'An active token has this name already.', 'Choose another name.'],
  'limit.tokens': [409, 'There can be at most {limit} active tokens.', 'Revoke one that is not used.'],
  'token.not_for_this': [403, 'Tokens can’t do this.', 'Sign in and do it yourself.'],
  'token.past_only_reads': [
    422,
    'A token that is bound to a moment can only read.',
    'Leave the scope “read” alone, or leave out the moment.',
  ],
  'token.bound_to_past': [
    403,
    'This token reads as of {moment}: this can’t be read as of then, and nothing can be changed.',
    'Use another token.',
  ],
  'token.scope_missing': [403, 'The token lacks the scope {scope}.', 'Issue a token with this scope.'],
} as const satisfies Refusals;
