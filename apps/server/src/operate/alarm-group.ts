import type { AuditReport } from '@tocsin/contracts/audit.js';
import { limits } from '@tocsin/contracts/limits.js';
import { alertGroupDecider } from '@tocsin/domain/alert-groups/decider.js';
import { eventId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { between } from '@tocsin/kernel/time.js';
import type { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import type { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';
import type { AuditWatch } from './audit-watch.js';
import { alarmSubject, groupsOf } from './audit-words.js';
import { EverySecond } from './every-second.js';

export interface AlarmGroupParts {
  readonly watch: Pick<AuditWatch, 'alarm' | 'isClean'>;
  readonly now: () => string;
  readonly runner: Pick<CommandRunner, 'state'>;
  readonly send: Dispatcher['send'];
  readonly troubles: Pick<ServerParts['troubles'], 'note'>;
}

/** Every server that audits this log names the first alarm alike, the second alike, and so on: no two open a group for one. */
const idOf = (n: number): string => eventId('audit', 'alarm', 'alertGroup', n);

/**
 * One alert group pages the owners for as long as the audit alarms, whatever it finds meanwhile, and resolves when it no longer does. After
 * one has been resolved, by whomever, the next waits for 10 minutes. Where the reactor is what stands still, nobody is paged by it: the warnings are for that.
 */
export class AlarmGroup {
  private n = 1;
  /** It was asked for, or may be open since before this server began. */
  private mayBeOpen = true;
  private raised: number | undefined;
  private resolvedAt: string | null = null;
  private readonly looking = new EverySecond(() => this.follow().catch((error: unknown) => this.parts.troubles.note('audit alarm', error)));

  constructor(private readonly parts: AlarmGroupParts) {}

  start(): void {
    this.looking.start();
  }

  stop(): Promise<void> {
    return this.looking.stop();
  }

  /** Never rejects. */
  look(): Promise<void> {
    return this.looking.run();
  }

  private async follow(): Promise<void> {
    const { watch, now } = this.parts;
    const { alarm, isClean } = watch;
    if (alarm === null && !(isClean && this.mayBeOpen)) return;
    const isOpen = await this.isOpen();
    if (isClean && isOpen) await this.send('ResolveAlertGroup', {});
    const isQuiet = this.resolvedAt !== null && between(this.resolvedAt, now()) < limits.audit.quiet;
    if (alarm && !isOpen && !isQuiet) await this.raise(alarm);
    this.mayBeOpen = isOpen || this.raised === this.n;
  }

  /** Goes on to the first that is not resolved. */
  private async isOpen(): Promise<boolean> {
    for (;;) {
      const group = await this.parts.runner.state(alertGroupDecider, idOf(this.n));
      if (group.status !== 'resolved') return group.status !== 'none';
      this.resolvedAt = group.at;
      this.n += 1;
    }
  }

  private async raise(alarm: AuditReport): Promise<void> {
    await this.send('RaiseAuditAlarm', { title: `Audit: ${alarmSubject(alarm)} (${groupsOf(alarm)})` });
    this.raised = this.n;
  }

  private async send(type: 'RaiseAuditAlarm' | 'ResolveAlertGroup', data: object): Promise<void> {
    const commandId = eventId('audit', type, 'command', this.n);
    await this.parts.send(type, { groupId: idOf(this.n), ...data }, { commandId, actor: systemActor });
  }
}
