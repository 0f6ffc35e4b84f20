import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { bo } from '@tocsin/domain/configuration.fixture.js';
import { actorOf } from '../installation.js';
import { world } from './scheduler.js';
import { Sender } from './senders.js';
import { swarmOf } from './signals.js';
import type { SimulatedServer } from './simulated-server.js';

/** Milliseconds before an update is due at which its process freezes: another one has started by then. */
const freezeLead = { least: 3_000, most: 12_000 };

/**
 * A person unacknowledges and acknowledges again just before an update is due, while new alerts arrive, so that another update is
 * planned. The process that was to send the first update is frozen meanwhile, and sends it when it thaws.
 */
export class FlappingSender extends Sender {
  override async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    for (;;) {
      await scheduler.pass(scheduler.chance.drawBetween(1, 4) * 60_000, world);
      if (scheduler.now > until) return;
      const startsAt = new Date(scheduler.now).toISOString();
      await this.fireAlerts(1, startsAt);
      await this.runAct('AcknowledgeAlertGroup');
      await this.fireAlerts(2, startsAt);
      const dueAt = Date.parse(this.findGroup()?.update?.dueAt ?? '');
      if (dueAt > scheduler.now) await this.toggleBeforeUpdate(dueAt, startsAt);
      await this.sendUntilAccepted(swarmOf(this.key, [], startsAt));
    }
  }

  private async toggleBeforeUpdate(dueAt: number, startsAt: string): Promise<void> {
    const { scheduler } = this.installation;
    await scheduler.pass(dueAt - scheduler.now - scheduler.chance.drawBetween(freezeLead.least, freezeLead.most), world);
    this.installation.freezeUntil(dueAt + scheduler.chance.drawBetween(10, 5_000));
    await this.runAct('UnacknowledgeAlertGroup');
    await this.runAct('AcknowledgeAlertGroup');
    const id = scheduler.chance.id(scheduler.now);
    void this.findRunningServer()
      ?.receive(id, swarmOf(this.key, [0, 1, 2], startsAt))
      .catch(() => {});
    await scheduler.pass(60_000, world);
  }

  private async fireAlerts(alerts: number, startsAt: string): Promise<void> {
    const firing = Array.from({ length: alerts }, (_, n) => n);
    await this.sendUntilAccepted(swarmOf(this.key, firing, startsAt));
    await this.installation.scheduler.pass(500, world);
  }

  private findGroup(): OpenGroup | undefined {
    const groups = (this.findRunningServer() ?? this.installation.pickServer())?.memory.rows<OpenGroup>('groups').all() ?? [];
    return [...groups].find(({ origin }) => origin.kind === 'signal' && origin.key === this.key);
  }

  /** Once, through a process that is not frozen; it may have no effect. */
  private async runAct(type: string): Promise<void> {
    const { scheduler } = this.installation;
    for (let tries = 0; tries < 20 && !this.findRunningServer(); tries += 1) await scheduler.pass(200, world);
    const groupId = this.findGroup()?.groupId;
    const key = scheduler.chance.id(scheduler.now);
    if (groupId)
      void this.findRunningServer()
        ?.act({ type, data: { groupId } }, actorOf(bo), key)
        .catch(() => {});
    await scheduler.pass(500, world);
  }

  private findRunningServer(): SimulatedServer | undefined {
    const { servers, scheduler } = this.installation;
    return servers.find(({ isReacting, process }) => isReacting && process.frozenUntil <= scheduler.now);
  }
}
