import { ModuleRef } from '@nestjs/core';
import { Channels } from '../channels/channels.js';
import type { Room } from '../core/room.js';
import type { ServerParts } from '../core/server-parts.js';
import { FeedsController } from './feeds.controller.js';
import { PagesController } from './page-link/pages.controller.js';
import { ProviderPolls } from './provider-polls.js';

/** What people and programs open without a session, by the secret in its address. */
export const publicRoom = (server: ServerParts): Room => ({
  controllers: [PagesController, FeedsController],
  providers: [
    {
      provide: ProviderPolls,
      useFactory: ({ byKind }: Channels, modules: ModuleRef) =>
        new ProviderPolls({ server, channels: Object.values(byKind), pages: () => modules.get(PagesController, { strict: false }) }),
      inject: [Channels, ModuleRef],
    },
  ],
});
