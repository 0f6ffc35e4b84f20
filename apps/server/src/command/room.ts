import type { Room } from '../core/room.js';
import { CommandsController } from './commands.controller.js';
import { Dispatcher } from './dispatcher.js';
import { commandHandlers } from './handlers.js';
import { PeopleImportController } from './people-import.controller.js';

export const commandRoom: Room = {
  controllers: [CommandsController, PeopleImportController],
  providers: [Dispatcher, ...commandHandlers],
};
