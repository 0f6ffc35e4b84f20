import PQueue from 'p-queue';
import { durationText } from '@tocsin/contracts/reports/words.js';
import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { isUsable } from '@tocsin/contracts/contacts/rows.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as mailServerLimits from '@tocsin/contracts/mail-server/limits.js';
import { isErased } from '@tocsin/contracts/ids.js';
import { isNear, addMillis } from '@tocsin/kernel/time.js';
import type { FailureRow } from '@tocsin/domain/operation/reactor/failures.view.js';
import type { ClockStep } from '@tocsin/platform/clock/steady-time.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import type { KnownFault } from '../core/fold-faults.js';
import { quarantineOf } from '../core/store-quarantine.js';
import type { ServerParts } from '../core/server-parts.js';
import type { PublicAddress } from '../core/public-address.js';
import type { ChannelOutcome } from '../channels/channel.js';
import type { ChannelsByKind } from '../channels/channels.js';
import type { WarningMessage } from '../deliveries/notes.js';
import { linkHtml, linkText } from '../deliveries/link-mail.js';
import { methodOf } from '../deliveries/contact-method.js';
import { alarmSubject, groupsOf } from './audit-words.js';
import { EverySecond } from './every-second.js';

export interface OwnerWarningsDependencies {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'faults' | 'logKind' | 'memory' | 'reads' | 'troubles' | 'vault'> & {
    readonly reacting: Pick<ServerParts['reacting'], 'reactor'>;
  };
  readonly mailer: Mailer;
  /** Their calls have deadlines of real time. */
  readonly channels: ChannelsByKind;
  readonly address: Pick<PublicAddress, 'url'>;
  /** The last leap of this machine’s clock that counts. */
  readonly clockStep: () => ClockStep | null;
  /** A sentence for each connection through which nothing is sent. */
  readonly stoppedConnections: () => readonly string[];
  /** The auditor’s report, if it must be reported. */
  readonly audit: () => AuditReport | null;
}

/** Milliseconds of real time. */
const lateAfter = 60_000;
const repeatInterval = 30 * duration.minute;

const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

type WarningSubject = 'failures' | 'folds' | 'late' | 'clock' | 'audit' | 'connections';

interface LastWarning {
  readonly at: string;
}

/** What the warning may be about, and what health says of the connection. */
const isSaidElsewhere: ReadonlySet<string> = new Set(['delivery.connection_refused', 'delivery.connection_stopped']);

const atMinute = (millis: number): string => new Date(millis).toISOString().slice(0, 16).replace('T', ' ');

const namesOf = ({ kind, what, command, reason }: FailureRow): string => `${kind} ${what}${command ? ` (${command})` : ''}: ${reason}`;

const foldOf = ({ where, view, type, ordinal, reason }: KnownFault): string =>
  `${view} (${where === 'memory' ? 'used for paging' : 'on screens'}) at ${type}, event ${ordinal}: ${reason}`;

/**
 * Warns owners about abandoned work, views that could not fold events, a late reactor, or a clock jump: by mail and by their channels, straight from the
 * server, because the reactor itself may have failed. Once, then every 30 minutes with a count. Never from a paused store, a demo or an import.
 */
export class OwnerWarnings {
  private readonly looking = new EverySecond(() => this.look());
  /** Failures from before this start are not reported, except for the last half hour. */
  private readonly since: string;
  private readonly lastWarnings = new Map<WarningSubject, LastWarning>();
  private knownStep: ClockStep | null = null;
  private knownFailures: ReadonlySet<string> = new Set();
  private knownStopped: ReadonlySet<string> = new Set();
  private knownFaults = 0;
  private readonly sending = new PQueue();

  constructor(private readonly dependencies: OwnerWarningsDependencies) {
    this.since = addMillis(dependencies.server.clock.now(), -repeatInterval);
  }

  start(): void {
    this.looking.start();
  }

  async stop(): Promise<void> {
    await this.looking.stop();
    await this.sending.onIdle();
  }

  /** Checks for news and sends it. Resolves when everything sent was answered. */
  async look(): Promise<void> {
    const { server } = this.dependencies;
    if (quarantineOf(server.reads) || server.logKind !== 'live') return this.sending.onIdle();
    // every server of a cluster has the same log in memory: only the one with the reactor reports
    if (server.config.roles.includes('reactor')) this.lookAtFailures();
    this.lookAtFaults();
    this.lookAtLateness();
    this.lookAtClock();
    this.lookAtAudit();
    this.lookAtConnections();
    await this.sending.onIdle();
  }

  private lookAtFailures(): void {
    const rows = [...this.dependencies.server.memory.rows<FailureRow>('failures').all()].filter(({ at }) => at >= this.since);
    const fresh = rows.filter(({ id }) => !this.knownFailures.has(id));
    if (fresh.length === 0 || !this.isDue('failures')) return;
    this.knownFailures = new Set(rows.map(({ id }) => id));
    const count = fresh.length === 1 ? '1 reaction was abandoned' : `${fresh.length} reactions were abandoned`;
    const firstFaults = fresh.slice(0, 3).map(namesOf).join('; ');
    this.warn('failures', {
      subject: `Tocsin: ${count}`,
      says: `${count} after failing five times: ${firstFaults}${fresh.length > 3 ? '; …' : ''}. Everything else continues. Check the reason in Health and report the bug.`,
    });
  }

  private lookAtFaults(): void {
    const { faults, config } = this.dependencies.server;
    const ownFaults = faults.list().filter(({ where }) => where === 'views' || config.roles.includes('reactor'));
    const count = ownFaults.reduce((sum, { times }) => sum + times, 0);
    const fresh = count - this.knownFaults;
    if (fresh === 0 || !this.isDue('folds')) return;
    this.knownFaults = count;
    const faultsText = fresh === 1 ? '1 event could not be applied' : `${fresh} events could not be applied`;
    const lastFaults = ownFaults.slice(-3).map(foldOf).join('; ');
    this.warn('folds', {
      subject: `Tocsin: ${faultsText}`,
      says: `${faultsText}: ${lastFaults}${ownFaults.length > 3 ? '; …' : ''}. Everything else continues; what depends on these events may be missing or wrong until a fixed version is installed. Check the reason in Health and report the bug.`,
    });
  }

  private lookAtLateness(): void {
    const late = this.dependencies.server.reacting.reactor?.watch.lateFor() ?? 0;
    if (late < lateAfter || !this.isDue('late')) return;
    const seconds = Math.round(late / 1_000);
    this.warn('late', { subject: 'Tocsin: pages are late', says: `Pages are ${seconds} s late: the reactor is behind.` });
  }

  private lookAtClock(): void {
    const step = this.dependencies.clockStep();
    if (!step || step === this.knownStep) return;
    this.knownStep = step;
    this.warn('clock', {
      subject: `Tocsin: a clock was set ${step.to < step.from ? 'back' : 'forward'}`,
      says: `The clock of the server was set ${stepWords(step)} Check the machine’s time service (NTP).`,
    });
  }

  /** One message for all findings. */
  private lookAtAudit(): void {
    const report = this.dependencies.audit();
    if (!report || !this.isDue('audit')) return;
    this.warn('audit', {
      subject: `Tocsin: ${alarmSubject(report)}`,
      says: `The audit of the log found pages that were due and not attempted within a minute, or attempted although cancelled: ${groupsOf(report)}. Check these alert groups yourself, and see Health.`,
    });
  }

  private lookAtConnections(): void {
    const stopped = this.dependencies.stoppedConnections();
    const isNews = stopped.some((one) => !this.knownStopped.has(one));
    if (!isNews || !this.isDue('connections')) return;
    this.knownStopped = new Set(stopped);
    this.warn('connections', {
      subject: 'Tocsin: a connection does not work',
      says: `Pages take the next contact method, because ${stopped.join('; ')} See Settings › Channels.`,
    });
  }

  private isDue(subjectKey: WarningSubject): boolean {
    const last = this.lastWarnings.get(subjectKey);
    return last === undefined || !isNear(last.at, this.dependencies.server.clock.now(), repeatInterval);
  }

  private warn(subjectKey: WarningSubject, { subject, says }: { readonly subject: string; readonly says: string }): void {
    const { server, address } = this.dependencies;
    this.lastWarnings.set(subjectKey, { at: server.clock.now() });
    const message: WarningMessage = { subject, says, link: `${address.url()}/settings/health`, now: server.clock.now() };
    for (const send of this.waysToWarn(message)) void this.sending.add(() => this.noteErrors(send));
  }

  private async noteErrors(send: () => Promise<ChannelOutcome | void>): Promise<void> {
    try {
      const outcome = await send();
      if (outcome && !outcome.ok && !isSaidElsewhere.has(outcome.reason)) throw new Error(outcome.reason);
    } catch (error) {
      this.dependencies.server.troubles.note('warning of owners', error);
    }
  }

  /**
   * Every method in use of each owner whose channel sends warnings, and a mail to each e-mail method in use, or to the address of their account if they have
   * none.
   */
  private waysToWarn(message: WarningMessage): readonly (() => Promise<ChannelOutcome | void>)[] {
    const { server, channels, mailer } = this.dependencies;
    const ways: (() => Promise<ChannelOutcome | void>)[] = [];
    for (const person of server.reads.people.where('role', 'owner')) {
      if (person.state !== 'active') continue;
      const methods = (server.reads.contacts.get(person.id)?.methods ?? []).filter(isUsable);
      const addresses = new Set<string>();
      for (const { contactMethodId, kind, address } of methods) {
        if (contactTraits[kind].address === 'email' && !isErased(address)) addresses.add(address);
        const method = channels[kind].canSend('warning') ? methodOf(server, person.id, contactMethodId) : null;
        if (method) ways.push(() => channels[kind].deliver('warning', message, method, { deadlineMs: alertGroupLimits.sendDeadline }));
      }
      if (addresses.size === 0 && !isErased(person.email)) addresses.add(person.email);
      if (mailer.isConfigured) for (const to of addresses) ways.push(() => this.sendMail(to, message));
    }
    return ways;
  }

  private async sendMail(to: string, { subject, says, link }: WarningMessage): Promise<void> {
    const mail = {
      subject,
      greeting: 'Hello,',
      says,
      press: 'Open health',
      link,
      ends: 'If this continues, the next e-mail follows after at least 30 minutes.',
    };
    await this.dependencies.mailer.send({
      to,
      subject,
      text: linkText(mail),
      html: linkHtml(mail),
      headers: automatic,
      deadlineMs: mailServerLimits.smtpDeadline,
    });
  }
}

const stepWords = ({ from, to }: ClockStep): string => {
  const span = `from ${atMinute(from)} to ${atMinute(to)} UTC`;
  return to < from
    ? `back ${span}. The next steps, attempts and acknowledgement timeouts of open alert groups moved ${durationText(from - to)} earlier.`
    : `forward ${span} and has stayed there for a minute. Everything that fell due in between is being done now.`;
};
