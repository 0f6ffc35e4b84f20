import { Dispatcher } from '../command/dispatcher.js';
import type { Room } from '../core/room.js';
import type { ServerParts } from '../core/server-parts.js';
import { LiveGateway } from '../live/live.gateway.js';
import { Erasures } from './erasures.js';
import { RawBodies } from './raw-bodies.js';
import { Redactor } from './redactor.js';
import { TextSearchController } from './text-search.controller.js';

const erasuresOf = (parts: ServerParts, dispatcher: Dispatcher, live: LiveGateway): Erasures =>
  new Erasures(
    parts,
    (type, data, order) => dispatcher.send(type, data, order),
    (hashes) => live.endSessions(hashes),
  );

export const erasureRoom = (parts: ServerParts): Room => ({
  controllers: [TextSearchController],
  providers: [
    {
      provide: Erasures,
      useFactory: (dispatcher: Dispatcher, live: LiveGateway) => erasuresOf(parts, dispatcher, live),
      inject: [Dispatcher, LiveGateway],
    },
    { provide: RawBodies, useFactory: () => new RawBodies(parts) },
    { provide: Redactor, useFactory: (live: LiveGateway) => new Redactor(parts, (views) => live.tellMade(views)), inject: [LiveGateway] },
  ],
});
