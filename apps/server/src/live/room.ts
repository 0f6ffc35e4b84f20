import type { Room } from '../core/room.js';
import { OpenTabs } from '../deliveries/browser-channel.js';
import { LiveGateway } from './live.gateway.js';

export const liveRoom: Room = { providers: [LiveGateway, { provide: OpenTabs, useExisting: LiveGateway }] };
