import type { OpenGroup } from '@tocsin/domain/alert-groups/shared/reads.js';
import { timersOfGroup } from '@tocsin/domain/alert-groups/timers.js';
import { as, people } from '../installation.js';
import { asks, changes, groupActs, race, type Act } from './acts.js';
import type { Installation } from './installation.js';
import { world } from './scheduler.js';

/** Milliseconds. */
const patience = 10_000;
const pressesAgain = 5_000;
const minute = 60_000;

/** People who look at open groups and act on them. A press without an answer is repeated with the same key. */
export class People {
  constructor(protected readonly installation: Installation) {}

  async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    const { chance } = scheduler;
    while (scheduler.now < until) {
      await scheduler.pass(chance.drawBetween(5_000, 4 * minute), world);
      const kind = chance.drawFraction();
      if (kind < 0.1) this.make(asks);
      else if (kind < 0.3) this.make(changes);
      else if (kind < 0.6) void this.race();
      else this.act();
    }
  }

  private groups(): readonly OpenGroup[] {
    return [...(this.installation.anyServer()?.memory.rows<OpenGroup>('groups').all() ?? [])];
  }

  private make(acts: typeof changes): void {
    const { chance } = this.installation.scheduler;
    const memory = this.installation.anyServer()?.memory;
    const act = memory && chance.pick(acts)(chance, memory);
    if (act) void this.press(act);
  }

  private act(): void {
    const { chance } = this.installation.scheduler;
    const groups = this.groups();
    if (groups.length > 0) void this.press({ command: chance.pick(groupActs)(chance.pick(groups)), by: chance.pick(people) });
  }

  /** Acts at the instant of a timer, or a moment before or after, so that it races with the timer. */
  private async race(): Promise<void> {
    const { scheduler } = this.installation;
    const { chance } = scheduler;
    const waiting = this.groups().flatMap((group) => timersOfGroup(group, 1).map(({ name, dueAt }) => ({ group, name, dueAt })));
    const soon = waiting.filter(({ dueAt }) => Date.parse(dueAt) > scheduler.now && Date.parse(dueAt) < scheduler.now + 30 * minute);
    if (soon.length === 0) return;
    const { group, name, dueAt } = chance.pick(soon);
    await scheduler.pass(Math.max(0, Date.parse(dueAt) - scheduler.now + chance.drawBetween(-10, 10)), world);
    const act = race[name.split(':')[0]!];
    if (act) await this.press({ command: act(group), by: chance.pick(people) });
  }

  protected async press(act: Act): Promise<void> {
    const { scheduler } = this.installation;
    const key = scheduler.chance.id(scheduler.now);
    for (let tries = 0; tries < 5 && !(await this.isAnswered(act, key)); tries += 1) await scheduler.pass(pressesAgain, world);
  }

  /** Whether the person got the response, which may be lost although the act is done. */
  private isAnswered({ command, by }: Act, key: string): Promise<boolean> {
    const { installation } = this;
    const { scheduler, faults } = installation;
    const server = installation.anyServer();
    if (!server) return Promise.resolve(false);
    const isHeard = !scheduler.chance.shouldHappen(faults.unheard);
    return new Promise((resolve) => {
      scheduler.after(patience, world, () => resolve(false));
      server.act(command, as(by), key).then(
        () => resolve(isHeard),
        () => resolve(false),
      );
    });
  }
}
