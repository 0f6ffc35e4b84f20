import type { Refusals } from '../refusal.js';

export const refusals = {
  'connection.not_found': [404, 'There is no such connection.', 'Check Settings › Channels.'],
  'connection.kind_taken': [409, 'There is already a connection of this kind.', 'Change it, or remove it first.'],
  'connection.secret_missing': [
    422,
    'The secret of the connection is missing.',
    'Enter it. The stored one belongs to the address and account that it was entered for.',
  ],
  'connection.not_answering': [
    503,
    'The connection does not answer.',
    'Try again, or ask an owner or admin to test it in Settings › Channels.',
  ],
  'connection.not_set_up': [
    409,
    'No connection can send this kind of message yet.',
    'Ask an owner or admin to set one up in Settings › Channels.',
  ],
  'user_group.not_found': [404, 'There is no such user group.', 'Type its handle, such as @oncall, or its ID: S…, as it is in Slack.'],
  'user_group.refused': [
    422,
    'Slack does not let Tocsin see user groups.',
    'Add the scopes usergroups:read and usergroups:write under “OAuth & Permissions”, and install the app again. User groups need a paid plan.',
  ],
  'limit.user_groups': [409, 'A connection can keep at most {limit} user groups.', 'Release one first.'],
} as const satisfies Refusals;
