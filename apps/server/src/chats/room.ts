import { ModuleRef } from '@nestjs/core';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { Channels } from '../channels/channels.js';
import { Dispatcher } from '../command/dispatcher.js';
import { stateOfSlackMember } from '../connections/slack-members.js';
import { ConnectionHealth } from '../core/connection-health.js';
import { PublicAddress } from '../core/public-address.js';
import type { Room } from '../core/room.js';
import type { ServerParts } from '../core/server-parts.js';
import { reachOf } from '../core/server-reach.js';
import { TimedCalls } from '../deliveries/timed-calls.js';
import { ChatActs } from './chat-acts.js';
import { ChatBoard } from './chat-board.js';
import { GoneAccounts } from './gone-accounts.js';
import { MemberChecks } from './member-checks.js';
import { channelPostsOf, mergeMessages } from './channel-posts.js';
import { pageMessagesOf } from './page-messages.js';
import { slackChat } from './slack/chat.js';
import { PagesController } from '../public/page-link/pages.controller.js';
import { ProviderPolls } from './provider-polls.js';
import { ChatDoors } from '../channels/chat-door.js';
import { mattermostDoor } from './mattermost/door.js';
import { slackDoor } from './slack/door.js';
import { SlackListener } from './slack/listener.js';
import { SlackPressing } from './slack/pressing.js';
import { UserGroupKeeper } from './slack/user-groups.js';
import { telegramChat } from './telegram/chat.js';
import { TelegramPoller } from './telegram/poller.js';

/** Messages in chats that are edited, and the buttons below them. */
export const chatsRoom = (server: ServerParts): Room => ({
  providers: [
    {
      provide: ChatBoard,
      useFactory: (http: OutgoingHttp, connections: ConnectionHealth, address: PublicAddress): ChatBoard => {
        const messages = { server: reachOf(server), address, describeAbsence: () => undefined };
        const dependencies = { server, connections, messages };
        const chats = [slackChat(server, http), telegramChat(http)];
        return new ChatBoard(server, mergeMessages(pageMessagesOf(dependencies, chats), channelPostsOf(dependencies, chats)));
      },
      inject: [OutgoingHttp, ConnectionHealth, PublicAddress],
    },
    {
      provide: ChatActs,
      useFactory: (dispatcher: Dispatcher, board: ChatBoard) => new ChatActs(server, dispatcher, (groupId) => board.compareSoon(groupId)),
      inject: [Dispatcher, ChatBoard],
    },
    {
      provide: GoneAccounts,
      useFactory: (dispatcher: Dispatcher, { mailer }: TimedCalls, address: PublicAddress, { byKind }: Channels) =>
        new GoneAccounts({ server: reachOf(server), mailer, address, channels: byKind, dispatcher }),
      inject: [Dispatcher, TimedCalls, PublicAddress, Channels],
    },
    {
      provide: MemberChecks,
      useFactory: (gone: GoneAccounts, outgoing: OutgoingHttp) => {
        const stateOf = (address: string) => stateOfSlackMember({ parts: server, outgoing }, address);
        return new MemberChecks({ server, gone, chats: [{ kind: 'slack', stateOf }] });
      },
      inject: [GoneAccounts, OutgoingHttp],
    },
    {
      provide: SlackPressing,
      useFactory: (acts: ChatActs, http: OutgoingHttp) => new SlackPressing({ server, acts, http }),
      inject: [ChatActs, OutgoingHttp],
    },
    {
      provide: SlackListener,
      useFactory: (pressing: SlackPressing, http: OutgoingHttp, health: ConnectionHealth) =>
        new SlackListener({ server, pressing, http, health }),
      inject: [SlackPressing, OutgoingHttp, ConnectionHealth],
    },
    {
      provide: ChatDoors,
      useFactory: (pressing: SlackPressing, acts: ChatActs, address: PublicAddress) =>
        new ChatDoors([slackDoor({ server, pressing }), mattermostDoor({ server: reachOf(server), address, acts })]),
      inject: [SlackPressing, ChatActs, PublicAddress],
    },
    {
      provide: UserGroupKeeper,
      useFactory: (dispatcher: Dispatcher, http: OutgoingHttp, health: ConnectionHealth) =>
        new UserGroupKeeper({ server, dispatcher, http, health }),
      inject: [Dispatcher, OutgoingHttp, ConnectionHealth],
    },
    {
      provide: ProviderPolls,
      useFactory: ({ byKind }: Channels, modules: ModuleRef) =>
        new ProviderPolls({ server, channels: Object.values(byKind), pages: () => modules.get(PagesController, { strict: false }) }),
      inject: [Channels, ModuleRef],
    },
    {
      provide: TelegramPoller,
      useFactory: (acts: ChatActs, dispatcher: Dispatcher, gone: GoneAccounts, http: OutgoingHttp, health: ConnectionHealth) =>
        new TelegramPoller({ server, acts, dispatcher, gone, http, health }),
      inject: [ChatActs, Dispatcher, GoneAccounts, OutgoingHttp, ConnectionHealth],
    },
  ],
});
