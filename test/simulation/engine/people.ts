import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { timersOfGroup } from '@tocsin/domain/operation/alert-groups/timers.js';
import { actorOf, people } from '../installation.js';
import { pageRequests, configurationChanges, groupActs, racingCommands, type Act } from './acts.js';
import type { Installation } from './installation.js';
import { world } from './scheduler.js';

/** Milliseconds. */
const answerTimeoutMs = 10_000;
const retryAfterMs = 5_000;
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
      if (kind < 0.1) this.pressMadeAct(pageRequests);
      else if (kind < 0.3) this.pressMadeAct(configurationChanges);
      else if (kind < 0.6) void this.raceWithTimer();
      else this.act();
    }
  }

  private listOpenGroups(): readonly OpenGroup[] {
    return [...(this.installation.pickServer()?.memory.rows<OpenGroup>('groups').all() ?? [])];
  }

  private pressMadeAct(acts: typeof configurationChanges): void {
    const { chance } = this.installation.scheduler;
    const memory = this.installation.pickServer()?.memory;
    const act = memory && chance.pick(acts)(chance, memory);
    if (act) void this.press(act);
  }

  private act(): void {
    const { chance } = this.installation.scheduler;
    const groups = this.listOpenGroups();
    if (groups.length > 0) void this.press({ command: chance.pick(groupActs)(chance.pick(groups)), actingPersonId: chance.pick(people) });
  }

  /** Acts at the instant of a timer, or a moment before or after, so that it races with the timer. */
  private async raceWithTimer(): Promise<void> {
    const { scheduler } = this.installation;
    const { chance } = scheduler;
    const dueTimers = this.listOpenGroups().flatMap((group) => timersOfGroup(group, 1).map(({ name, dueAt }) => ({ group, name, dueAt })));
    const nearTimers = dueTimers.filter(
      ({ dueAt }) => Date.parse(dueAt) > scheduler.now && Date.parse(dueAt) < scheduler.now + 30 * minute,
    );
    if (nearTimers.length === 0) return;
    const { group, name, dueAt } = chance.pick(nearTimers);
    await scheduler.pass(Math.max(0, Date.parse(dueAt) - scheduler.now + chance.drawBetween(-10, 10)), world);
    const act = racingCommands[name.split(':')[0]!];
    if (act) await this.press({ command: act(group), actingPersonId: chance.pick(people) });
  }

  protected async press(act: Act): Promise<void> {
    const { scheduler } = this.installation;
    const key = scheduler.chance.id(scheduler.now);
    for (let tries = 0; tries < 5 && !(await this.isAnswered(act, key)); tries += 1) await scheduler.pass(retryAfterMs, world);
  }

  /** Whether the person got the response, which may be lost although the act is done. */
  private isAnswered({ command, actingPersonId: by }: Act, key: string): Promise<boolean> {
    const { installation } = this;
    const { scheduler, faults } = installation;
    const server = installation.pickServer();
    if (!server) return Promise.resolve(false);
    const isHeard = !scheduler.chance.shouldHappen(faults.unheard);
    return new Promise((resolve) => {
      scheduler.scheduleAfter(answerTimeoutMs, world, () => resolve(false));
      server.act(command, actorOf(by), key).then(
        () => resolve(isHeard),
        () => resolve(false),
      );
    });
  }
}
