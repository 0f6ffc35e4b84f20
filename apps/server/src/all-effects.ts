import type { INestApplicationContext } from '@nestjs/common';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { mergeTables, type Effects } from '@tocsin/platform/reactor/effects-table.js';
import { ConnectionHealth } from './core/connection-health.js';
import { PublicAddress } from './core/public-address.js';
import type { ServerParts } from './core/server-parts.js';
import { reachOf } from './core/server-reach.js';
import type { ReachByKind } from './core/reactor-host.js';
import { Channels } from './channels/channels.js';
import { demoEffects } from './demo/demo-effects.js';
import { TimedCalls } from './deliveries/timed-calls.js';
import { createCoverEffects } from './notices/cover-effects.js';
import { effectsOf } from './reactor/effects.js';
import { eraseAtProviders } from './erasure/erase-at-providers.js';
import { ViewReader } from './query/view-reader.js';
import { withReached } from './notices/give-notice.js';
import { createNoticeEffects } from './notices/notice-effects.js';
import { createEventEffects } from './reactor/event-effects.js';
import { tellOfChatAccount, tellOfLinked } from './reactor/tell-of-linked.js';
import { tellOfExport } from './reactor/tell-of-export.js';
import { tellOfStop } from './reactor/tell-of-stop.js';
import { createSecretCleanup } from './reactor/secret-cleanup.js';
import { sendSummary } from './notices/weekly-summary.js';
import { ReportsKeeper } from './reports/reports-keeper.js';
import { createEmailChangeMailEffects } from './sign-in/email-change-mails.js';
import { signInMails } from './sign-in/mails.js';

/** Milliseconds of real time. */
const viewsWithin = 5_000;

/** Everything that the reactor does outside, by the event that asks for it. */
const allEffects = (parts: ServerParts, app: Pick<INestApplicationContext, 'get'>): Effects => {
  const server = reachOf(parts);
  const address = app.get(PublicAddress);
  const { http, mailer } = app.get(TimedCalls);
  const mails = { server, mailer, address };
  const areViewsAt = async (ordinal: number): Promise<boolean> =>
    parts.views.isReady('messages') && parts.views.projector.waitForOrdinal(ordinal, viewsWithin);
  const telling = withReached({ ...mails, channels: app.get(Channels).byKind });
  const outgoing = { http, version, connections: app.get(ConnectionHealth) };
  return mergeTables([
    effectsOf({ server, channels: app.get(Channels).byKind, address, describeAbsence: () => parts.reacting.describeAbsence() }),
    createSecretCleanup(server),
    {
      FileExported: async (event) => tellOfExport({ ...mails, channels: app.get(Channels).byKind }, event),
      ContactMethodVerified: async (event) => tellOfLinked({ ...mails, channels: app.get(Channels).byKind }, event),
      ChatAccountLinked: async (event) => tellOfChatAccount({ ...mails, channels: app.get(Channels).byKind }, event),
      ContactMethodDisabled: async (event) => tellOfStop({ ...mails, channels: app.get(Channels).byKind }, event),
    },
    createEventEffects({ server, address, ...outgoing }),
    signInMails(mails),
    createCoverEffects(telling),
    createNoticeEffects({ ...telling, ...outgoing }),
    createEmailChangeMailEffects(mails),
    {
      ProviderErasureDue: (event) =>
        eraseAtProviders({ server, channels: app.get(Channels).byKind, views: app.get(ViewReader, { strict: false }), areViewsAt }, event),
    },
    { WeeklySummaryDue: async (event) => sendSummary({ ...mails, reports: app.get(ReportsKeeper) }, event) },
  ]);
};

/** What the reactor may do outside, by kind of log. */
export const reachesOf = (...of: Parameters<typeof allEffects>): ReachByKind => ({
  live: () => ({ logKind: 'live', effects: allEffects(...of) }),
  demo: () => ({ logKind: 'demo', simulated: demoEffects }),
});
