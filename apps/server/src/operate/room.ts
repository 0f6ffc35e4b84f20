import { CallDeadlines } from '@tocsin/platform/clock/call-deadlines.js';
import { ChatActs } from '../chats/chat-acts.js';
import { UserGroupKeeper } from '../chats/slack/user-groups.js';
import { OldSystemReader } from '../moving-in/old-systems/old-system-reader.js';
import { Relayer } from '../relays/relayer.js';
import { ProviderPolls } from '../chats/provider-polls.js';
import { ChatBoard } from '../chats/chat-board.js';
import { MemberChecks } from '../chats/member-checks.js';
import type { Room } from '../core/room.js';
import type { ServerParts } from '../core/server-parts.js';
import { Erasures } from '../erasure/erasures.js';
import { RawBodies } from '../erasure/raw-bodies.js';
import { Redactor } from '../erasure/redactor.js';
import { RefusedRequests } from '../http/refused-requests.js';
import { LiveGateway } from '../live/live.gateway.js';
import { auditProviders } from './audit-providers.js';
import { AuditWatch } from './audit-watch.js';
import { Backups } from './backups.js';
import { BackupsController } from './backups.controller.js';
import { ConnectionsController } from './connections.controller.js';
import { MailBouncesController } from './mail-bounces.controller.js';
import { MailSettingsController } from './mail-settings.controller.js';
import { Metrics } from './metrics.js';
import { OperateController } from './operate.controller.js';
import { OperatorToken } from './operator-token.js';
import { PublicAddressController } from './public-address.controller.js';
import { LookupFetches } from './lookup-fetches.js';
import { RebuildController } from './rebuild.controller.js';
import { ClockAdvance } from './clock-advance.js';
import { Sealer } from './sealer.js';
import { StoreController } from './store.controller.js';
import { watchProviders } from './watch-providers.js';

/** Background work after the reactor, in the order in which a moved clock waits for it. */
const behindReactor = [
  Erasures,
  Redactor,
  ChatActs,
  ChatBoard,
  MemberChecks,
  ProviderPolls,
  UserGroupKeeper,
  Relayer,
  OldSystemReader,
  Sealer,
  LookupFetches,
  Backups,
  RawBodies,
];

export const operateRoom = (parts: ServerParts): Room => ({
  controllers: [
    OperateController,
    PublicAddressController,
    MailSettingsController,
    BackupsController,
    MailBouncesController,
    ConnectionsController,
    RebuildController,
    StoreController,
  ],
  providers: [
    ...auditProviders(parts),
    ...watchProviders(parts),
    { provide: OperatorToken, useFactory: () => new OperatorToken(parts.folder.path) },
    {
      provide: ClockAdvance,
      useFactory: (deadlines: CallDeadlines, ...behind: readonly { readonly whenSettled: Promise<void> }[]) =>
        new ClockAdvance(parts, deadlines, behind),
      inject: [CallDeadlines, ...behindReactor],
    },
    {
      provide: Metrics,
      useFactory: (live: LiveGateway, watch: AuditWatch, refused: RefusedRequests) =>
        new Metrics(parts, () => live.connected, watch, refused),
      inject: [LiveGateway, AuditWatch, RefusedRequests],
    },
  ],
});
