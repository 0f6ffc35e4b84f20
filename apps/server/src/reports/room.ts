import type { Room } from '../core/room.js';
import { ReportsKeeper } from './reports-keeper.js';
import { ReportsController } from './reports.controller.js';

export const reportsRoom: Room = { controllers: [ReportsController], providers: [ReportsKeeper] };
