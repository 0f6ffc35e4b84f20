import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { SlackListener } from './slack/listener.js';
import { slackMessagesOf } from './slack/edits.js';
import { Dispatcher } from '../command/dispatcher.js';
import { ConnectionHealth } from '../core/connection-health.js';
import { PublicAddress } from '../core/public-address.js';
import type { Room } from '../core/room.js';
import type { ServerParts } from '../core/server-parts.js';
import { reachOf } from '../core/server-reach.js';
import { ChatActs } from './chat-acts.js';
import { ChatBoard } from './chat-board.js';

/** Messages in chats that are edited, and the buttons below them. */
export const chatsRoom = (server: ServerParts): Room => ({
  providers: [
    {
      provide: ChatBoard,
      useFactory: (http: OutgoingHttp, connections: ConnectionHealth, address: PublicAddress): ChatBoard => {
        const messages = { server: reachOf(server), address, describeAbsence: () => undefined };
        return new ChatBoard(server, slackMessagesOf({ slack: { server, calls: { http }, connections }, messages }));
      },
      inject: [OutgoingHttp, ConnectionHealth, PublicAddress],
    },
    {
      provide: ChatActs,
      useFactory: (dispatcher: Dispatcher, board: ChatBoard) => new ChatActs(server, dispatcher, (groupId) => board.compareSoon(groupId)),
      inject: [Dispatcher, ChatBoard],
    },
    {
      provide: SlackListener,
      useFactory: (acts: ChatActs, http: OutgoingHttp, health: ConnectionHealth) => new SlackListener({ server, acts, http, health }),
      inject: [ChatActs, OutgoingHttp, ConnectionHealth],
    },
  ],
});
