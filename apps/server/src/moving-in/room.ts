import type { Room } from '../core/room.js';
import { InvitationSender } from './invitation-sender.js';
import { MovingInController } from './moving-in.controller.js';
import { MovingInRunner } from './moving-in-runner.js';

export const movingInRoom: Room = { controllers: [MovingInController], providers: [InvitationSender, MovingInRunner] };
