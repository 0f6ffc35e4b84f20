import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { LogLevel } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { limits } from '@tocsin/contracts/limits.js';
import { CertificateKeeper } from '@tocsin/platform/http/certificate.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { SmtpMailer } from '@tocsin/platform/mail/smtp-mailer.js';
import { MailHealth } from './core/mail-health.js';
import { mailServerOf } from './core/mail-server.js';
import { AppModule } from './app.module.js';
import { Dispatcher } from './command/dispatcher.js';
import { SetUpCode } from './sign-in/set-up-code.js';
import type { ServerCore } from './core.js';
import { heldIn } from './core/held.js';
import type { ServerParts } from './core/server-parts.js';
import type { ServerReach } from './core/server-reach.js';
import { PublicAddress } from './core/public-address.js';
import { Channels } from './deliveries/channels.js';
import { TimedCalls } from './deliveries/timed-calls.js';
import { WebhookChannel } from './deliveries/webhook-channel.js';
import { addBoundedBodies } from './http/bounded-bodies.js';
import type { Front } from './http/front.js';
import { addSecurityHeaders } from './http/security-headers.js';
import { refuseStrangeBodies } from './http/strange-bodies.js';
import { uploadPath } from './http/late-requests.js';
import { takeTables } from './imports/upload.js';
import { withoutPrefix } from './ingest/door-paths.js';
import { MonthKeys } from './ingest/month-keys.js';
import { AlarmGroup } from './operate/alarm-group.js';
import { ClockWatch } from './operate/clock-watch.js';
import { AuditWatch } from './operate/audit-watch.js';
import { Auditor } from './operate/auditor.js';
import { OutwardHeartbeat } from './operate/heartbeat.js';
import { Housekeeping } from './operate/housekeeping.js';
import { OwnerWarnings } from './operate/owner-warnings.js';
import { OperatorToken } from './operate/operator-token.js';
import type { OpenFront } from './open-front.js';
import { Redacting } from './erasure/redacting.js';
import { Erasures } from './erasure/erasures.js';
import { emailChangeMails } from './sign-in/email-change-mails.js';
import { signInMails } from './sign-in/mails.js';
import { dutyMails } from './reactor/duty-mails.js';
import { sendSummary } from './reactor/weekly-summary.js';
import { ReportsKeeper } from './reports/reports-keeper.js';
import { secretCleanup } from './reactor/secret-cleanup.js';
import { effectsOf } from './reactor/effects.js';
import { eventEffects } from './reactor/event-effects.js';
import { oneTable } from '@tocsin/platform/reactor/effects-table.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { addWebFiles } from './web-files.js';

export interface RunningServer {
  readonly app: NestFastifyApplication;
  readonly setUpCode: string;
  /** Reads the certificate again, if there is one. */
  readonly reloadCertificate: (() => void) | null;
  /** From now on all requests are answered. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Uses the server that is already listening. `take` receives Nest’s request handler. */
const adapter = (parts: Pick<ServerParts, 'config'>, front: Front, take: (handler: RequestListener) => void): FastifyAdapter =>
  new FastifyAdapter({
    serverFactory: (handler: RequestListener) => {
      take(handler);
      return front.server;
    },
    bodyLimit: limits.apiBodyBytes,
    rewriteUrl: (request: { url?: string }) => withoutPrefix(request.url ?? '/'),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: parts.config.trustsProxy,
  });

const worthSaying: readonly LogLevel[] = ['fatal', 'error', 'warn'];
/** Nest’s log levels for TOCSIN_LOG_LEVEL. */
const logLevels: Readonly<Record<string, LogLevel[]>> = {
  silent: [],
  fatal: ['fatal'],
  error: [...worthSaying],
  warn: [...worthSaying],
  info: [...worthSaying, 'log'],
  debug: [...worthSaying, 'log', 'debug', 'verbose'],
};

/** Builds everything around the core, once memory is complete. `start` opens it to all requests, and starts the background work. */
export const startServer = async (server: ServerCore, opened: OpenFront): Promise<RunningServer> => {
  const parts = server.parts;
  const { tls } = parts.config;
  const { front, rates, room, certificate } = opened;
  let answer: RequestListener = () => {};
  const nest = adapter(parts, front, (handler) => (answer = handler));
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.around(parts, rates), nest, {
    logger: logLevels[parts.config.logLevel] ?? [...worthSaying],
    abortOnError: false,
  });
  app.useWebSocketAdapter(new IoAdapter(app));
  const fastify = app.getHttpAdapter().getInstance();
  addBoundedBodies(fastify, parts, room);
  await addSecurityHeaders(fastify, parts);
  refuseStrangeBodies(fastify);
  takeTables(fastify, uploadPath);
  await addWebFiles(fastify, parts.config.web);

  const outgoing = app.get(OutgoingHttp);
  const address = app.get(PublicAddress);
  const dispatcher = app.get(Dispatcher);
  const send: Dispatcher['send'] = (type, data, order) => dispatcher.send(type, data, order);
  const { http, mailer } = app.get(TimedCalls);
  const channels = app.get(Channels).byKind;
  const reports = app.get(ReportsKeeper);
  const auditor = app.get(Auditor);
  const auditWatch = app.get(AuditWatch);
  const heartbeat =
    parts.config.heartbeatUrl && parts.logKind === 'live'
      ? new OutwardHeartbeat(parts, outgoing, parts.config.heartbeatUrl, () => auditWatch.alarm !== null)
      : undefined;
  const alarmGroup = new AlarmGroup({
    watch: auditWatch,
    now: () => parts.clock.now(),
    runner: parts.runner,
    send,
    troubles: parts.troubles,
  });
  const housekeeping = new Housekeeping(parts);
  const { clock, vault, memory, reads, troubles, keyMaker } = parts;
  const monthKeys = new MonthKeys({ clock, vault, memory, reads, troubles, makeKeys: (subjects) => keyMaker.make(subjects) });
  const clockWatch = new ClockWatch({
    clock: parts.clock,
    troubles: parts.troubles,
    send,
    epoch: () => parts.reacting.epoch,
  });
  const warnings = new OwnerWarnings({
    server: parts,
    // warnings are sent by the server itself, so their deadlines use real time
    mailer: new SmtpMailer({ server: () => mailServerOf(parts), onResult: app.get(MailHealth).onResult }),
    webhook: new WebhookChannel(outgoing, version),
    address,
    clockStep: () => clockWatch.step,
    audit: () => auditWatch.alarm,
  });
  const keeper =
    tls &&
    certificate &&
    new CertificateKeeper(tls, certificate, {
      use: (fresh) => {
        front.use(fresh);
        app.get(OperatorToken).write(parts.config.host, parts.listening.port, fresh.cert);
      },
      trouble: (error) => parts.troubles.note('certificate', error),
    });
  const erasures = app.get(Erasures);
  const redacting = app.get(Redacting);
  const forEffects: ServerReach = {
    ...parts,
    get epoch() {
      return parts.reacting.epoch;
    },
    get held() {
      return heldIn(parts.reads);
    },
  };
  await app.init();
  await fastify.ready();
  void opened.refusals.sendBy(send);

  return {
    app,
    setUpCode: app.get(SetUpCode).code,
    reloadCertificate: keeper && (() => keeper.reload()),
    start: async () => {
      await erasures.reapply();
      front.handOver(answer);
      app.get(OperatorToken).write(parts.config.host, parts.listening.port, certificate && certificate.cert);
      keeper?.start();
      await server.start(() =>
        oneTable([
          effectsOf({ server: forEffects, channels, address, awayNote: () => parts.reacting.awayNote() }),
          secretCleanup(forEffects),
          eventEffects({ server: forEffects, http, mailer, address, version }),
          signInMails({ server: forEffects, mailer, address }),
          dutyMails({ server: forEffects, mailer, address }),
          emailChangeMails({ server: forEffects, mailer, address }),
          { WeeklySummaryDue: async (event) => sendSummary({ server: forEffects, mailer, address, reports }, event) },
        ]),
      );
      erasures.start();
      redacting.start();
      heartbeat?.start();
      housekeeping.start();
      monthKeys.start();
      clockWatch.start(parts.reacting.awayFrom);
      await auditor.start();
      auditWatch.start();
      alarmGroup.start();
      warnings.start();
    },
    close: async () => {
      opened.shut();
      heartbeat?.stop();
      housekeeping.stop();
      await clockWatch.stop();
      await warnings.stop();
      await alarmGroup.stop();
      await auditWatch.stop();
      await auditor.stop();
      keeper?.stop();
      app.get(OperatorToken).remove();
      const ended = front.close();
      await app.close();
      await ended;
      outgoing.close();
      http.close();
      await parts.views.rebuilds.stop();
      await erasures.stop();
      await redacting.stop();
      await monthKeys.stop();
      await server.close();
    },
  };
};
