import type { Room } from '../core/room.js';
import { HistoryKeeper } from './history-keeper.js';
import { ImportedHistoryController } from './imported-history.controller.js';

export const importedHistoryRoom: Room = { controllers: [ImportedHistoryController], providers: [HistoryKeeper] };
