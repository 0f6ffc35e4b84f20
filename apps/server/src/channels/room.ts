import { ConnectionHealth } from '../core/connection-health.js';
import { PublicAddress } from '../core/public-address.js';
import { PushHealth } from '../core/push-health.js';
import type { Room } from '../core/room.js';
import type { ServerParts } from '../core/server-parts.js';
import { TimedCalls } from '../deliveries/timed-calls.js';
import { OpenTabs } from './browser/open-tabs.js';
import { Channels } from './channels.js';

export const channelsRoom = (server: ServerParts): Room => ({
  providers: [
    {
      provide: Channels,
      useFactory: (calls: TimedCalls, tabs: OpenTabs, address: PublicAddress, push: PushHealth, connections: ConnectionHealth) =>
        new Channels({ server, calls, tabs, address, push, connections }),
      inject: [TimedCalls, OpenTabs, PublicAddress, PushHealth, ConnectionHealth],
    },
  ],
});
