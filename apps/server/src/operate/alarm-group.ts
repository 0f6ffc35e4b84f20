import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';
import * as auditorLimits from '@tocsin/contracts/auditor/limits.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { deriveEventId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { isNear } from '@tocsin/kernel/time.js';
import type { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import type { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';
import type { AuditWatch } from './audit-watch.js';
import { alarmSubject, groupsOf } from './audit-words.js';
import { EverySecond } from './every-second.js';

export interface AlarmGroupDependencies {
  readonly watch: Pick<AuditWatch, 'alarm' | 'isClean'>;
  readonly now: () => string;
  readonly runner: Pick<CommandRunner, 'readState'>;
  readonly send: Dispatcher['send'];
  readonly troubles: Pick<ServerParts['troubles'], 'note'>;
}

/**
 * The id of the n-th alarm’s group is the same on every server that audits this log, so that no two servers open a group for the
 * same alarm.
 */
const idOf = (n: number): string => deriveEventId('audit', 'alarm', 'alertGroup', n);

/**
 * One alert group pages the owners while the audit has findings, and is resolved when it has none. After one was resolved, by the audit or by a
 * person, the next one waits for 10 minutes. If the reactor itself has stopped, no one is paged by this group: the owner warnings cover that.
 */
export class AlarmGroup {
  private n = 1;
  /** True when a group was opened, or may be open from before this start. */
  private couldBeOpen = true;
  private raised: number | undefined;
  private resolvedAt: string | null = null;
  private readonly looking = new EverySecond(() =>
    this.follow().catch((error: unknown) => this.dependencies.troubles.note('audit alarm', error)),
  );

  constructor(private readonly dependencies: AlarmGroupDependencies) {}

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
    const { watch, now } = this.dependencies;
    const { alarm, isClean } = watch;
    if (alarm === null && !(isClean && this.couldBeOpen)) return;
    const isOpen = await this.isOpen();
    if (isClean && isOpen) await this.send('ResolveAlertGroup', {});
    const isQuiet = this.resolvedAt !== null && isNear(this.resolvedAt, now(), auditorLimits.audit.quiet);
    if (alarm && !isOpen && !isQuiet) await this.raise(alarm);
    this.couldBeOpen = isOpen || this.raised === this.n;
  }

  /** Advances to the first group that is not resolved. */
  private async isOpen(): Promise<boolean> {
    for (;;) {
      const group = await this.dependencies.runner.readState(alertGroupDecider, idOf(this.n));
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
    const commandId = deriveEventId('audit', type, 'command', this.n);
    await this.dependencies.send(type, { groupId: idOf(this.n), ...data }, { commandId, actor: systemActor });
  }
}
