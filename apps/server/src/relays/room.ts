import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { Dispatcher } from '../command/dispatcher.js';
import type { Room } from '../core/room.js';
import type { ServerParts } from '../core/server-parts.js';
import { Relayer } from './relayer.js';

/** What arrives goes on to the systems that Tocsin replaces. */
export const relaysRoom = (server: ServerParts): Room => ({
  providers: [
    {
      provide: Relayer,
      useFactory: (dispatcher: Dispatcher, http: OutgoingHttp) => new Relayer({ server, dispatcher, http }),
      inject: [Dispatcher, OutgoingHttp],
    },
  ],
});
