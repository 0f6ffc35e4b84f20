import type { Provider } from '@nestjs/common';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { SmtpMailer } from '@tocsin/platform/mail/smtp-mailer.js';
import { Channels } from '../channels/channels.js';
import { Dispatcher } from '../command/dispatcher.js';
import { ConnectionHealth } from '../core/connection-health.js';
import { MailHealth } from '../core/mail-health.js';
import { mailServerOf } from '../core/mail-server.js';
import { PublicAddress } from '../core/public-address.js';
import type { ServerParts } from '../core/server-parts.js';
import { AlarmGroup } from './alarm-group.js';
import { AuditWatch } from './audit-watch.js';
import { anchorTargetsOf } from './anchor-targets.js';
import { Anchors } from './anchors.js';
import { Backups } from './backups.js';
import { ClockWatch } from './clock-watch.js';
import { Housekeeping } from './housekeeping.js';
import { LookupFetches } from './lookup-fetches.js';
import { Sealer } from './sealer.js';
import { OwnerWarnings, type OwnerWarningsDependencies } from './owner-warnings.js';

const sendBy =
  (dispatcher: Dispatcher): Dispatcher['send'] =>
  (type, data, order) =>
    dispatcher.send(type, data, order);

const alarmGroupOf = ({ clock, runner, troubles }: ServerParts, watch: AuditWatch, dispatcher: Dispatcher): AlarmGroup =>
  new AlarmGroup({ watch, now: () => clock.now(), runner, send: sendBy(dispatcher), troubles });

const clockWatchOf = ({ clock, troubles, reacting }: ServerParts, dispatcher: Dispatcher): ClockWatch =>
  new ClockWatch({ clock, troubles, send: sendBy(dispatcher), epoch: () => reacting.epoch });

interface WarningsParts extends Pick<OwnerWarningsDependencies, 'address'> {
  readonly channels: Channels;
  readonly outgoing: OutgoingHttp;
  readonly health: MailHealth;
  readonly connections: ConnectionHealth;
  readonly clockWatch: ClockWatch;
  readonly auditWatch: AuditWatch;
}

const warningsOf = (
  server: ServerParts,
  { channels, outgoing, health, connections, address, clockWatch, auditWatch }: WarningsParts,
): OwnerWarnings => {
  // warnings are sent by the server itself, so their deadlines use real time
  const mailer = new SmtpMailer({ server: () => mailServerOf(server), onResult: health.onResult });
  return new OwnerWarnings({
    server,
    mailer,
    channels: channels.with({ http: outgoing, mailer }),
    address,
    clockStep: () => clockWatch.step,
    stoppedConnections: () => connections.describeStopped(server.reads.connections),
    audit: () => auditWatch.alarm,
  });
};

/** The providers that watch this server and its clock, tidy up behind it, and warn its owners. */
export const watchProviders = (parts: ServerParts): readonly Provider[] => [
  { provide: Housekeeping, useFactory: () => new Housekeeping(parts) },
  {
    provide: Anchors,
    useFactory: (outgoing: OutgoingHttp) => {
      // a seal is no page: the state of mail in Health is about what people wait for
      const mailer = new SmtpMailer({ server: () => mailServerOf(parts) });
      return new Anchors(parts, anchorTargetsOf(parts.config, outgoing, mailer));
    },
    inject: [OutgoingHttp],
  },
  {
    provide: LookupFetches,
    useFactory: (http: OutgoingHttp, dispatcher: Dispatcher) => new LookupFetches({ server: parts, http, send: sendBy(dispatcher) }),
    inject: [OutgoingHttp, Dispatcher],
  },
  { provide: Sealer, useFactory: (anchors: Anchors) => new Sealer(parts, anchors), inject: [Anchors] },
  { provide: Backups, useFactory: (sealer: Sealer) => new Backups(parts, sealer), inject: [Sealer] },
  { provide: ClockWatch, useFactory: (dispatcher: Dispatcher) => clockWatchOf(parts, dispatcher), inject: [Dispatcher] },
  {
    provide: AlarmGroup,
    useFactory: (watch: AuditWatch, dispatcher: Dispatcher) => alarmGroupOf(parts, watch, dispatcher),
    inject: [AuditWatch, Dispatcher],
  },
  {
    provide: OwnerWarnings,
    useFactory: (
      channels: Channels,
      outgoing: OutgoingHttp,
      health: MailHealth,
      connections: ConnectionHealth,
      address: PublicAddress,
      clockWatch: ClockWatch,
      auditWatch: AuditWatch,
    ): OwnerWarnings => warningsOf(parts, { channels, outgoing, health, connections, address, clockWatch, auditWatch }),
    inject: [Channels, OutgoingHttp, MailHealth, ConnectionHealth, PublicAddress, ClockWatch, AuditWatch],
  },
];
