import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { allAugments } from './all-augments.js';
import { backtestsRoom } from './backtests/room.js';
import { channelsRoom } from './channels/room.js';
import { relaysRoom } from './relays/room.js';
import { chatsRoom } from './chats/room.js';
import { commandRoom } from './command/room.js';
import { configFilesRoom } from './config-files/room.js';
import { coreRoom } from './core/room-of-core.js';
import type { Room } from './core/room.js';
import type { ServerParts } from './core/server-parts.js';
import { deliveriesRoom } from './deliveries/room.js';
import { drillsRoom } from './drills/room.js';
import { erasureRoom } from './erasure/room.js';
import type { RateLimits } from './http/rate-limits.js';
import { exportedFilesRoom } from './exported-files/room.js';
import { httpRoom } from './http/room.js';
import { importedHistoryRoom } from './imported-history/room.js';
import { importsRoom } from './imports/room.js';
import { liveRoom } from './live/room.js';
import { movingInRoom } from './moving-in/room.js';
import { operateRoom } from './operate/room.js';
import { publicRoom } from './public/room.js';
import { queryRoom } from './query/room.js';
import { reportsRoom } from './reports/room.js';
import { signInRoom } from './sign-in/room.js';

/** Every room that gives something to Nest. */
const roomsOf = (parts: ServerParts, rates: RateLimits): readonly Room[] => [
  coreRoom(parts),
  httpRoom(parts, rates),
  deliveriesRoom(parts),
  channelsRoom(parts),
  chatsRoom(parts),
  relaysRoom(parts),
  liveRoom,
  commandRoom,
  signInRoom(parts),
  queryRoom,
  reportsRoom,
  drillsRoom,
  backtestsRoom,
  importsRoom,
  importedHistoryRoom,
  configFilesRoom,
  movingInRoom(parts),
  publicRoom,
  erasureRoom(parts),
  exportedFilesRoom,
  operateRoom(parts),
];

@Module({})
export class AppModule {
  /** The Nest module of all rooms, built around the opened parts of the server. */
  static around(parts: ServerParts, rates: RateLimits): DynamicModule {
    const rooms = roomsOf(parts, rates);
    return {
      module: AppModule,
      imports: [CqrsModule.forRoot()],
      controllers: rooms.flatMap(({ controllers = [] }) => controllers),
      providers: [allAugments, ...rooms.flatMap(({ providers = [] }) => providers)],
    };
  }
}
