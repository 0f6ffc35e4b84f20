import { SlackListener } from './chats/slack/listener.js';
import { SlackPressing } from './chats/slack/pressing.js';
import { UserGroupKeeper } from './chats/slack/user-groups.js';
import { TelegramPoller } from './chats/telegram/poller.js';
import { ChatBoard } from './chats/chat-board.js';
import { MemberChecks } from './chats/member-checks.js';
import { CertificateKeeper } from '@tocsin/platform/http/certificate.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { reachesOf } from './all-effects.js';
import type { ServerCore } from './core.js';
import type { BackgroundWork } from './core/background.js';
import type { ServerParts } from './core/server-parts.js';
import { TimedCalls } from './deliveries/timed-calls.js';
import { Dispatcher } from './command/dispatcher.js';
import { livingDemoOf } from './living-demo.js';
import { Erasures } from './erasure/erasures.js';
import { RawBodies } from './erasure/raw-bodies.js';
import { Redactor } from './erasure/redactor.js';
import { MonthKeys } from './ingest/month-keys.js';
import type { NestApp } from './nest-app.js';
import type { OpenListener } from './open-listener.js';
import { AlarmGroup } from './operate/alarm-group.js';
import { AuditWatch } from './operate/audit-watch.js';
import { Auditor } from './operate/auditor.js';
import { Backups } from './operate/backups.js';
import { ClockWatch } from './operate/clock-watch.js';
import { OutwardHeartbeat } from './operate/heartbeat.js';
import { Housekeeping } from './operate/housekeeping.js';
import { LookupFetches } from './operate/lookup-fetches.js';
import { OperatorToken } from './operate/operator-token.js';
import { OwnerWarnings } from './operate/owner-warnings.js';
import { PagesController } from './public/page-link/pages.controller.js';
import { OldSystemReader } from './moving-in/old-systems/old-system-reader.js';
import { Relayer } from './relays/relayer.js';
import { ProviderPolls } from './chats/provider-polls.js';
import { Sealer } from './operate/sealer.js';

interface StartableWork {
  readonly start: () => Promise<unknown> | void;
  readonly stop: () => Promise<unknown> | void;
}

const toBackgroundWork = (name: string, work: StartableWork): BackgroundWork => ({
  name,
  start: () => work.start(),
  stop: () => work.stop(),
});

/** Starts after requests are taken, and stops after the last one was answered: what a request asked of it is done now, or by the next start. */
const aroundRequests = (
  works: Readonly<Record<string, StartableWork>>,
  requests: BackgroundWork,
  between: readonly BackgroundWork[],
): readonly BackgroundWork[] => [
  ...Object.entries(works).map(([name, work]) => ({ name, stop: () => work.stop() })),
  requests,
  ...between,
  ...Object.entries(works).map(([name, work]) => ({ name, start: () => work.start() })),
];

const heartbeatOf = (parts: ServerParts, outgoing: OutgoingHttp, auditWatch: AuditWatch): readonly BackgroundWork[] => {
  const { config, logKind } = parts;
  if (!config.heartbeatUrl || logKind !== 'live') return [];
  return [
    toBackgroundWork('outward heartbeat', new OutwardHeartbeat(parts, outgoing, config.heartbeatUrl, () => auditWatch.alarm !== null)),
  ];
};

const monthKeysOf = ({ keyMaker, clock, vault, memory, reads, troubles }: ServerParts): MonthKeys =>
  new MonthKeys({ clock, vault, memory, reads, troubles, makeKeys: (subjects) => keyMaker.make(subjects) });

/** Null: the server uses no certificate. */
export const certificateKeeperOf = (
  { config, listening, troubles }: ServerParts,
  { listener: front, certificate, mails }: OpenListener,
  token: OperatorToken,
): CertificateKeeper | null =>
  config.tls &&
  certificate &&
  new CertificateKeeper(config.tls, certificate, {
    use: (fresh) => {
      front.use(fresh);
      mails?.use(fresh);
      token.write(config.host, listening.port, fresh.cert);
    },
    onError: (error) => troubles.note('certificate', error),
  });

/** All requests go to Nest. At the end, those in progress may finish while Nest closes. */
const requests = ({ app, answer }: NestApp, { listener: front }: OpenListener): BackgroundWork => ({
  name: 'requests',
  start: () => front.handOver(answer),
  stop: async () => {
    const ended = front.close();
    await app.close();
    await ended;
  },
});

/** What starts and stops with a server, in the order in which it starts. */
export const backgroundOf = (
  core: ServerCore,
  opened: OpenListener,
  nest: NestApp,
  keeper: CertificateKeeper | null,
): readonly BackgroundWork[] => {
  const { parts } = core;
  const { app } = nest;
  const [outgoing, calls] = [app.get(OutgoingHttp), app.get(TimedCalls)];
  const [erasures, token] = [app.get(Erasures), app.get(OperatorToken)];
  return [
    { name: 'core', stop: () => core.close() },
    { name: 'last seal', stop: () => app.get(Sealer).stop() },
    // a restored log may know people again who were erased: nobody may ask for them, and nothing may page them
    { name: 'erasures from before a restore', start: () => erasures.reapply() },
    {
      name: 'outgoing calls',
      stop: () => {
        outgoing.close();
        calls.http.close();
      },
    },
    ...aroundRequests(
      {
        'keys of the next month': monthKeysOf(parts),
        erasures,
        redactions: app.get(Redactor),
        // a request of Slack is answered before its press is carried out
        'presses that Slack sent': { start: () => undefined, stop: () => app.get(SlackPressing).whenSettled },
        // stopped before the two above, which wait for their rebuilds
        rebuilds: { start: () => undefined, stop: () => parts.views.rebuilds.stop() },
      },
      requests(nest, opened),
      [
        {
          name: 'operator token',
          start: () => token.write(parts.config.host, parts.listening.port, opened.certificate && opened.certificate.cert),
          stop: () => token.remove(),
        },
        ...(keeper ? [toBackgroundWork('certificate', keeper)] : []),
        { name: 'reactor and views', start: () => core.start(reachesOf(parts, app)) },
        { name: 'seals', start: () => app.get(Sealer).start() },
        toBackgroundWork('backups', app.get(Backups)),
      ],
    ),
    {
      name: 'replies by mail',
      start: () => opened.replies.open({ pages: app.get(PagesController), mailer: app.get(TimedCalls).mailer }),
      stop: () => undefined,
    },
    ...(opened.mails ? [toBackgroundWork('mails', opened.mails)] : []),
    ...livingDemoOf(parts, app.get(Dispatcher)),
    ...heartbeatOf(parts, outgoing, app.get(AuditWatch)),
    toBackgroundWork('housekeeping', app.get(Housekeeping)),
    toBackgroundWork('raw bodies', app.get(RawBodies)),
    { name: 'clock', start: () => app.get(ClockWatch).start(parts.reacting.awayFrom), stop: () => app.get(ClockWatch).stop() },
    toBackgroundWork('messages in chats', app.get(ChatBoard)),
    toBackgroundWork('presses in Slack', app.get(SlackListener)),
    toBackgroundWork('user groups', app.get(UserGroupKeeper)),
    toBackgroundWork('relays', app.get(Relayer)),
    toBackgroundWork('old systems', app.get(OldSystemReader)),
    toBackgroundWork('presses in Telegram', app.get(TelegramPoller)),
    toBackgroundWork('lookup tables', app.get(LookupFetches)),
    toBackgroundWork('members of chats', app.get(MemberChecks)),
    toBackgroundWork('answers at providers', app.get(ProviderPolls)),
    toBackgroundWork('auditor', app.get(Auditor)),
    toBackgroundWork('audit', app.get(AuditWatch)),
    toBackgroundWork('alarm group', app.get(AlarmGroup)),
    toBackgroundWork('warnings of owners', app.get(OwnerWarnings)),
    {
      name: 'senders',
      stop: () => {
        opened.shut();
        opened.refusals.stop();
      },
    },
  ];
};
