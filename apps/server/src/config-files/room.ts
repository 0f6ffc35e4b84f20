import type { Room } from '../core/room.js';
import { ConfigApplier } from './config-applier.js';
import { ConfigFilesController } from './config-files.controller.js';
import { ConfigPlanner } from './config-planner.js';

export const configFilesRoom: Room = { controllers: [ConfigFilesController], providers: [ConfigPlanner, ConfigApplier] };
