import type { Room } from '../core/room.js';
import { OpenTabs } from '../channels/browser/open-tabs.js';
import { LiveGateway } from './live.gateway.js';

export const liveRoom: Room = { providers: [LiveGateway, { provide: OpenTabs, useExisting: LiveGateway }] };
