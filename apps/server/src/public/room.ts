import type { Room } from '../core/room.js';
import { FeedsController } from './feeds.controller.js';
import { FollowsController } from './follows.controller.js';
import { PagesController } from './page-link/pages.controller.js';

/** What people and programs open without a session, by the secret in its address. */
export const publicRoom: Room = { controllers: [PagesController, FeedsController, FollowsController] };
