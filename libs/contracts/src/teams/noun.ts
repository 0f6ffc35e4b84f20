import { z } from 'zod';
import { event, command, writtenField, type Messages } from '../message.js';
import { externalKey, id, name, personal, typedName } from '../ids.js';
import { teamRoles } from '../permissions.js';
import { policyRow } from '../policies/noun.js';
import { ownedSchedule } from '../schedules/schedules.js';
import { serviceRow } from '../services/noun.js';
import { integrationRow } from '../integrations/noun.js';
import { exampleIds as ids, type Examples } from '../examples.js';

export { refusals } from './refusals.js';

const role = z.enum(teamRoles);
const description = z.string().trim().max(1_000);
const named = { teamId: id, name, description: personal(description) };

/** Facts of the stream `team-<id>`: a team, and everything that it owns. Names are unique in it, so it is one stream. */
export const events = {
  TeamCreated: event(1, ['teams', 'Team created'], 'A team was created.', z.object({ ...named, externalKey: externalKey.optional() }), [
    writtenField('description'),
  ]),
  TeamRenamed: event(1, ['teams', 'Team renamed'], 'A team’s name or description was changed.', z.object(named), [
    writtenField('description'),
  ]),
  TeamMemberAdded: event(
    1,
    ['teams', 'Team member added'],
    'A person was made a member of the team.',
    z.object({ teamId: id, personId: id, role }),
  ),
  TeamMemberRoleChanged: event(
    1,
    ['teams', 'Team member’s role changed'],
    'A member’s role in the team was changed.',
    z.object({ teamId: id, personId: id, role }),
  ),
  TeamMemberRemoved: event(1, ['teams', 'Team member removed'], 'A person left the team.', z.object({ teamId: id, personId: id })),
  TeamHandedOver: event(
    1,
    ['teams', 'Team’s resources moved'],
    'Everything the team owned was moved to another team, which takes it over immediately. Members are not moved.',
    z.object({
      teamId: id,
      toTeamId: id,
      services: z.array(id),
      integrations: z.array(id),
      policies: z.array(id),
      /** Absent: none. */
      schedules: z.array(id).optional(),
      /** There is more than these lists hold: another such event has the rest. */
      more: z.literal(true).optional(),
    }),
  ),
  TeamTookOver: event(
    1,
    ['teams', 'Team took over from another'],
    'The team took over what another team owned: unchanged, but renamed where the name was taken.',
    z.object({
      teamId: id,
      fromTeamId: id,
      services: z.array(serviceRow),
      integrations: z.array(integrationRow),
      policies: z.array(policyRow),
      schedules: z.array(ownedSchedule).optional(),
    }),
    [writtenField('services.*.description')],
  ),
  TeamRemoved: event(1, ['teams', 'Team removed'], 'A team that no longer owned anything was removed.', z.object({ teamId: id, name })),
};
export type TeamFact = Messages<typeof events>;

export const commands = {
  CreateTeam: command(
    'Create a team',
    'team.create',
    z.strictObject({ teamId: id.optional(), name: typedName, description: description.default(''), externalKey: externalKey.optional() }),
  ),
  RenameTeam: command(
    'Rename a team',
    'team.configure',
    z.strictObject({ teamId: id, name: typedName, /** Absent: as it is. */ description: description.optional() }),
  ),
  AddTeamMember: command('Add a member', 'team.configure', z.strictObject({ teamId: id, personId: id, role })),
  ChangeTeamMemberRole: command('Change a member’s role', 'team.configure', z.strictObject({ teamId: id, personId: id, role })),
  RemoveTeamMember: command('Remove a member', 'team.configure', z.strictObject({ teamId: id, personId: id })),
  MoveAllToTeam: command('Move all that a team owns to another team', 'service.configure', z.strictObject({ teamId: id, toTeamId: id })),
  RemoveTeam: command('Remove a team', 'team.remove', z.strictObject({ teamId: id })),
};

export const examples: Examples<typeof commands> = {
  CreateTeam: { body: { name: 'Payments', description: 'Cards and invoices' } },
  RenameTeam: { body: { teamId: ids.team, name: 'Payments' } },
  AddTeamMember: { body: { teamId: ids.team, personId: ids.person, role: 'responder' } },
  ChangeTeamMemberRole: { body: { teamId: ids.team, personId: ids.person, role: 'manager' } },
  RemoveTeamMember: { body: { teamId: ids.team, personId: ids.person } },
  MoveAllToTeam: { body: { teamId: ids.team, toTeamId: ids.other }, refusedAs: 'team.not_found' },
  RemoveTeam: { body: { teamId: ids.team }, refusedAs: 'team.in_use' },
};

export const teamRow = z.object({
  id,
  name,
  description: personal(z.string()),
  members: z.array(z.object({ personId: id, role })),
  removed: z.boolean(),
});
export type TeamRow = z.infer<typeof teamRow>;

/** Response rows by view name. */
export const views = { teams: teamRow };
