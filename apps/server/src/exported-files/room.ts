import type { Room } from '../core/room.js';
import { ExportedFilesController } from './exported-files.controller.js';
import { FileMaker } from './file-maker.js';

export const exportedFilesRoom: Room = { controllers: [ExportedFilesController], providers: [FileMaker] };
