import type { TeamFact } from '@tocsin/contracts/teams/noun.js';
import { bo, idOf } from '../../configuration.fixture.js';

export const teamId = idOf('7ea');

export const teamCreated: TeamFact = { type: 'TeamCreated', data: { teamId, name: 'Payments', description: '' } };
export const boManages: TeamFact = { type: 'TeamMemberAdded', data: { teamId, personId: bo, role: 'manager' } };
export const boResponds: TeamFact = { type: 'TeamMemberRoleChanged', data: { teamId, personId: bo, role: 'responder' } };
export const boLeft: TeamFact = { type: 'TeamMemberRemoved', data: { teamId, personId: bo } };
