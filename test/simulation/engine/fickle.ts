import type { OpenGroup } from '@tocsin/domain/alert-groups/shared/reads.js';
import { bo } from '@tocsin/domain/configuration.fixture.js';
import { as } from '../installation.js';
import { world } from './scheduler.js';
import { Sender } from './senders.js';
import { swarmOf } from './signals.js';
import type { SimulatedServer } from './simulated-server.js';

/** Milliseconds before an update is due at which its process freezes: another one has started by then. */
const before = { least: 3_000, most: 12_000 };

/**
 * A person unacknowledges and acknowledges again just before an update is due, while new alerts arrive, so that another update is
 * planned. The process that was to send the first update is frozen meanwhile, and sends it when it thaws.
 */
export class Fickle extends Sender {
  override async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    for (;;) {
      await scheduler.pass(scheduler.chance.drawBetween(1, 4) * 60_000, world);
      if (scheduler.now > until) return;
      const startsAt = new Date(scheduler.now).toISOString();
      await this.fires(1, startsAt);
      await this.does('AcknowledgeAlertGroup');
      await this.fires(2, startsAt);
      const dueAt = Date.parse(this.group()?.update?.dueAt ?? '');
      if (dueAt > scheduler.now) await this.changesItsMind(dueAt, startsAt);
      await this.says(swarmOf(this.key, [], startsAt));
    }
  }

  private async changesItsMind(dueAt: number, startsAt: string): Promise<void> {
    const { scheduler } = this.installation;
    await scheduler.pass(dueAt - scheduler.now - scheduler.chance.drawBetween(before.least, before.most), world);
    this.installation.standStillUntil(dueAt + scheduler.chance.drawBetween(10, 5_000));
    await this.does('UnacknowledgeAlertGroup');
    await this.does('AcknowledgeAlertGroup');
    const id = scheduler.chance.id(scheduler.now);
    void this.awake()
      ?.receive(id, swarmOf(this.key, [0, 1, 2], startsAt))
      .catch(() => {});
    await scheduler.pass(60_000, world);
  }

  private async fires(alerts: number, startsAt: string): Promise<void> {
    const firing = Array.from({ length: alerts }, (_, n) => n);
    await this.says(swarmOf(this.key, firing, startsAt));
    await this.installation.scheduler.pass(500, world);
  }

  private group(): OpenGroup | undefined {
    const groups = (this.awake() ?? this.installation.anyServer())?.memory.rows<OpenGroup>('groups').all() ?? [];
    return [...groups].find(({ origin }) => origin.kind === 'signal' && origin.key === this.key);
  }

  /** Once, through a process that is not frozen; it may have no effect. */
  private async does(type: string): Promise<void> {
    const { scheduler } = this.installation;
    for (let waits = 0; waits < 20 && !this.awake(); waits += 1) await scheduler.pass(200, world);
    const groupId = this.group()?.groupId;
    const key = scheduler.chance.id(scheduler.now);
    if (groupId)
      void this.awake()
        ?.act({ type, data: { groupId } }, as(bo), key)
        .catch(() => {});
    await scheduler.pass(500, world);
  }

  private awake(): SimulatedServer | undefined {
    const { servers, scheduler } = this.installation;
    return servers.find(({ isReacting, process }) => isReacting && process.frozenUntil <= scheduler.now);
  }
}
