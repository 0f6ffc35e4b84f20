import { commands, type CommandType } from '../catalogue.js';
import { takesProof } from '../proof.js';
import { accepted, type Route } from './route.js';

const typesOf = Object.keys(commands) as CommandType[];

export const commandRoutes: readonly Route[] = [
  ...typesOf.map((type): Route => ({
    method: 'POST',
    path: `/api/commands/${type}`,
    room: 'commands',
    says: `${commands[type].says}.`,
    permission: commands[type].permission,
    body: type,
    command: type,
    answers: accepted('It is on the log; or it was so already, and `says` tells how it stands.'),
    refusals: [
      'request.invalid',
      'permission.denied',
      ...(takesProof(type) ? (['session.proof_needed'] as const) : []),
      'idempotency.reused',
      'conflict.busy',
      'store.unavailable',
    ],
  })),
  {
    method: 'POST',
    path: '/api/bulk',
    room: 'commands',
    says: 'One act on up to 200 alert groups; each is done or refused by itself.',
    permission: 'alert_group.act',
    body: 'BulkRequest',
    answers: accepted('What became of each.', 'BulkAnswer'),
    refusals: ['request.invalid', 'idempotency.reused', 'store.unavailable'],
  },
  {
    method: 'POST',
    path: '/api/people/import',
    room: 'commands',
    says: 'Invite many people from a table: check it, invite the good rows, or all or nobody. The same Idempotency-Key again answers the same links.',
    permission: 'people.configure',
    body: 'ImportRequest',
    example: { rows: [{ name: 'Bo', email: 'bo@example.org', team: 'Payments', timeZone: 'Europe/Oslo' }], what: 'check' },
    answers: accepted('What became of each row.', 'ImportAnswer'),
    refusals: ['request.invalid', 'permission.denied', 'session.proof_needed', 'store.unavailable'],
  },
];
