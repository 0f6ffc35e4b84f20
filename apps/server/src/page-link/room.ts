import type { Room } from '../core/room.js';
import { PagesController } from './pages.controller.js';

export const pageLinkRoom: Room = { controllers: [PagesController] };
