import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { createSchedule, dutyActs, pageBySchedule, scheduleId } from './duty-acts.js';
import { People } from './people.js';
import { world } from './scheduler.js';
import { Sender } from './senders.js';
import { signalOf } from './signals.js';

/** Keeps a schedule: created once, then edited, overridden and taken, while it hands off every few minutes and policies page by it. */
export class Roster extends People {
  override async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    const { chance } = scheduler;
    await scheduler.pass(chance.drawBetween(0, 60_000), world);
    await this.press(createSchedule(chance, scheduler.now));
    this.pressMade(pageBySchedule);
    while (scheduler.now < until) {
      this.pressMade(chance.pick(dutyActs));
      await scheduler.pass(chance.drawBetween(5_000, 180_000), world);
    }
  }

  private pressMade(make: (typeof dutyActs)[number]): void {
    const { scheduler } = this.installation;
    const memory = this.installation.pickServer()?.memory;
    const act = memory && make({ chance: scheduler.chance, memory, now: scheduler.now });
    if (act) void this.press(act);
  }
}

/** A condition that starts exactly at a handoff, or just before it. */
export class HandoffSender extends Sender {
  override async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    const { chance } = scheduler;
    for (;;) {
      await scheduler.pass(chance.drawBetween(30_000, 120_000), world);
      if (scheduler.now > until) return;
      const next = Date.parse(this.installation.pickServer()?.memory.rows<OnCallRow>('onCall').get(scheduleId)?.nextAt ?? '');
      // NaN when no handoff is known
      if (!(next > scheduler.now && next < until)) continue;
      await scheduler.pass(Math.max(0, next - scheduler.now + chance.drawBetween(-20, 60)), world);
      const startsAt = new Date(scheduler.now).toISOString();
      await this.sendUntilAccepted(signalOf(this.key, 'trigger', startsAt, true));
      await scheduler.pass(chance.drawBetween(5_000, 60_000), world);
      await this.sendUntilAccepted(signalOf(this.key, 'resolve', startsAt, true));
    }
  }
}
