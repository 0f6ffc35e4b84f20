import { commandExamples } from '../catalogue.js';
import { commandRefusals } from '../command-refusals.gen.js';
import { commands, type CommandType } from '../catalogue.js';
import { canAcceptProof } from '../proof.js';
import { acceptedAnswer, type Route } from './route.js';

const typesOf = Object.keys(commands) as CommandType[];

export const commandRoutes: readonly Route[] = [
  ...typesOf.map((type): Route => ({
    method: 'POST',
    path: `/api/commands/${type}`,
    room: 'commands',
    says: `${commands[type].says}.`,
    permission: commands[type].permission,
    body: type,
    example: commandExamples[type].body,
    command: type,
    answers: acceptedAnswer('Recorded on the log; or nothing had to change, and `says` describes the current state.'),
    refusals: [
      'request.invalid',
      'request.in_the_past',
      'permission.denied',
      ...(canAcceptProof(type) ? (['session.proof_needed'] as const) : []),
      'idempotency.reused',
      'conflict.busy',
      'store.unavailable',
      'store.behind',
      ...commandRefusals[type],
    ],
  })),
  {
    method: 'POST',
    path: '/api/bulk',
    room: 'commands',
    says: 'One action on up to 200 alert groups; each one succeeds or is refused separately.',
    permission: 'alert_group.act',
    body: 'BulkRequest',
    answers: acceptedAnswer('The result for each.', 'BulkAnswer'),
    refusals: ['request.invalid', 'request.in_the_past', 'idempotency.reused', 'store.unavailable'],
  },
  {
    method: 'POST',
    path: '/api/people/import',
    room: 'commands',
    says: 'Invite many people from a table: check it, invite the valid rows only, or all or none. The same Idempotency-Key returns the same links.',
    permission: 'people.configure',
    body: 'ImportRequest',
    example: { rows: [{ name: 'Bo', email: 'bo@example.org', team: 'Payments', timeZone: 'Europe/Oslo' }], what: 'check' },
    answers: acceptedAnswer('The result for each row.', 'ImportAnswer'),
    refusals: ['request.invalid', 'permission.denied', 'session.proof_needed', 'store.unavailable'],
  },
];
