import type { Room } from '../core/room.js';
import { ImportRunner } from './import-runner.js';
import { ImportsController } from './imports.controller.js';

export const importsRoom: Room = { controllers: [ImportsController], providers: [ImportRunner] };
