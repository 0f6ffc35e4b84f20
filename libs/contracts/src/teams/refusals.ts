import type { Refusals } from '../refusal.js';

export const refusals = {
  'limit.team_members': [409, 'A team has at most {limit} members.', 'Remove one first, or split the team.'],
  'team.unknown_name': [422, 'There is no team called “{name}”.', 'Create it first, or leave the team out.'],
  'team.not_found': [404, 'There is no such team.', 'Check the list of teams.'],
  'team.name_taken': [409, 'A team of this name exists already.', 'Choose another name.'],
  'team.targeted': [409, 'Escalation policies page this team: {names}.', 'Choose other targets in them first.'],
  'team.in_use': [
    409,
    'The team still has {names}.',
    'Move all to another team first, revoke the tokens of this one and remove its event subscriptions.',
  ],
  'team.has_lookup_tables': [
    409,
    'The team still has lookup tables, which do not move: {names}.',
    'Upload them for the other team or the organisation, then remove them here.',
  ],
  'team.same': [422, 'That is the same team.', 'Choose another team.'],
  'team.not_a_member': [409, 'The person is not a member of the team.', 'Add them to the team first.'],
} as const satisfies Refusals;
