import type { OpenGroup } from '@tocsin/domain/alert-groups/views/groups.view.js';
import type { Message } from '@tocsin/kernel/decider.js';
import { as, people } from '../harbour.js';
import type { Installation } from './installation.js';
import { world } from './scheduler.js';

const acts: readonly ((groupId: string) => Message)[] = [
  (groupId) => ({ type: 'AcknowledgeAlertGroup', data: { groupId } }),
  (groupId) => ({ type: 'AcknowledgeAlertGroup', data: { groupId } }),
  (groupId) => ({ type: 'UnacknowledgeAlertGroup', data: { groupId } }),
  (groupId) => ({ type: 'RenewAcknowledgement', data: { groupId } }),
  (groupId) => ({ type: 'TakeOverAlertGroup', data: { groupId } }),
  (groupId) => ({ type: 'ResolveAlertGroup', data: { groupId } }),
  (groupId) => ({ type: 'ReopenAlertGroup', data: { groupId, iHaveIt: false } }),
  (groupId) => ({ type: 'AddNote', data: { groupId, text: 'looking' } }),
  (groupId) => ({ type: 'AddResponder', data: { groupId, personId: people[2] } }),
];

/** People who look at what is open, and do something about it; a press that is not answered is pressed again under the same key. */
export class Responders {
  constructor(private readonly installation: Installation) {}

  async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    for (;;) {
      await scheduler.pass(scheduler.chance.between(10_000, 600_000), world);
      if (scheduler.now > until) return;
      await this.act();
    }
  }

  private async act(): Promise<void> {
    const { scheduler } = this.installation;
    const { chance } = scheduler;
    const groups = [...(this.installation.anyServer()?.memory.rows<OpenGroup>('groups').all() ?? [])];
    if (groups.length === 0) return;
    const command = chance.pick(acts)(chance.pick(groups).groupId);
    const personId = chance.pick(people);
    const commandId = chance.id(scheduler.now);
    for (let tries = 0; tries < 5 && !(await this.pressed(command, personId, commandId)); tries += 1) await scheduler.pass(5_000, world);
  }

  private pressed(command: Message, personId: string, commandId: string): Promise<boolean> {
    const { installation } = this;
    const server = installation.anyServer();
    if (!server) return Promise.resolve(false);
    return new Promise((resolve) => {
      installation.scheduler.after(10_000, world, () => resolve(false));
      server.act(command, as(personId), commandId).then(
        () => resolve(true),
        () => resolve(false),
      );
    });
  }
}
