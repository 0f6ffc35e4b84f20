import type { INestApplicationContext } from '@nestjs/common';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { oneTable, type Effects } from '@tocsin/platform/reactor/effects-table.js';
import { heldIn } from './core/held.js';
import { PublicAddress } from './core/public-address.js';
import type { ServerParts } from './core/server-parts.js';
import type { ServerReach } from './core/server-reach.js';
import { Channels } from './deliveries/channels.js';
import { TimedCalls } from './deliveries/timed-calls.js';
import { dutyMails } from './reactor/duty-mails.js';
import { effectsOf } from './reactor/effects.js';
import { eventEffects } from './reactor/event-effects.js';
import { secretCleanup } from './reactor/secret-cleanup.js';
import { sendSummary } from './reactor/weekly-summary.js';
import { ReportsKeeper } from './reports/reports-keeper.js';
import { emailChangeMails } from './sign-in/email-change-mails.js';
import { signInMails } from './sign-in/mails.js';

const reachOf = (parts: ServerParts): ServerReach => ({
  ...parts,
  get epoch() {
    return parts.reacting.epoch;
  },
  get held() {
    return heldIn(parts.reads);
  },
});

/** Everything that the reactor does outside, by the event that asks for it. */
export const allEffects = (parts: ServerParts, app: Pick<INestApplicationContext, 'get'>): Effects => {
  const server = reachOf(parts);
  const address = app.get(PublicAddress);
  const { http, mailer } = app.get(TimedCalls);
  const mails = { server, mailer, address };
  return oneTable([
    effectsOf({ server, channels: app.get(Channels).byKind, address, awayNote: () => parts.reacting.awayNote() }),
    secretCleanup(server),
    eventEffects({ server, http, mailer, address, version }),
    signInMails(mails),
    dutyMails(mails),
    emailChangeMails(mails),
    { WeeklySummaryDue: async (event) => sendSummary({ ...mails, reports: app.get(ReportsKeeper) }, event) },
  ]);
};
