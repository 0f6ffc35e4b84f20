import type { IntegrationCommand } from '../integrations/decide.js';
import type { PolicyCommand } from '../policies/decide.js';
import type { ScheduleOwnerCommand } from '../schedules/ownership.js';
import type { ServiceCommand } from '../services/decide.js';
import type { TeamOnlyCommand } from '../teams/decide.js';

/** All commands about a team and its resources, in its stream. */
export type TeamCommand = TeamOnlyCommand | ServiceCommand | IntegrationCommand | PolicyCommand | ScheduleOwnerCommand;
