import { Dispatcher } from '../command/dispatcher.js';
import type { Room } from '../core/room.js';
import type { ServerParts } from '../core/server-parts.js';
import { InvitationSender } from './invitation-sender.js';
import { MovingInController } from './moving-in.controller.js';
import { MovingInRunner } from './moving-in-runner.js';
import { PhoneOffers } from './phone-offers.js';
import { OldSystemReader } from './old-systems/old-system-reader.js';

export const movingInRoom = (server: ServerParts): Room => ({
  controllers: [MovingInController],
  providers: [
    InvitationSender,
    MovingInRunner,
    PhoneOffers,
    {
      provide: OldSystemReader,
      useFactory: (dispatcher: Dispatcher) => new OldSystemReader({ server, dispatcher }),
      inject: [Dispatcher],
    },
  ],
});
