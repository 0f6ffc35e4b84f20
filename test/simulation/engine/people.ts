import type { OpenGroup } from '@tocsin/domain/alert-groups/views/groups.view.js';
import { dueInGroup } from '@tocsin/domain/alert-groups/timers.js';
import { bo, idOf } from '@tocsin/domain/configuration.fixture.js';
import type { Message } from '@tocsin/kernel/decider.js';
import { as, highService, people, policyId, step, teamId } from '../harbour.js';
import type { Installation } from './installation.js';
import { world } from './scheduler.js';

type Act = (group: OpenGroup) => Message;
const onGroup =
  (type: string, more: object = {}): Act =>
  ({ groupId }) => ({ type, data: { groupId, ...more } });

const acts: readonly Act[] = [
  onGroup('AcknowledgeAlertGroup'),
  onGroup('AcknowledgeAlertGroup'),
  onGroup('AcknowledgeAlertGroup'),
  onGroup('UnacknowledgeAlertGroup'),
  onGroup('RenewAcknowledgement'),
  onGroup('TakeOverAlertGroup'),
  onGroup('JoinAlertGroup'),
  onGroup('ResolveAlertGroup'),
  onGroup('ReopenAlertGroup', { iHaveIt: false }),
  onGroup('ReopenAlertGroup', { iHaveIt: true }),
  onGroup('AddNote', { text: 'looking' }),
  onGroup('AddResponder', { personId: people[2] }),
];

/** What somebody does at the instant at which a timer of this kind is due. */
const race: Readonly<Record<string, Act>> = {
  remind: onGroup('RenewAcknowledgement'),
  'ack-timeout': onGroup('RenewAcknowledgement'),
  update: onGroup('RenewAcknowledgement'),
  step: onGroup('AcknowledgeAlertGroup'),
  attempt: onGroup('AcknowledgeAlertGroup'),
  lost: onGroup('AcknowledgeAlertGroup'),
  test: onGroup('RenewAcknowledgement'),
};

const method = { personId: bo, contactMethodId: idOf('b0b') };
const commands: readonly Message[] = [
  { type: 'PageSomeone', data: { title: 'Look at this', urgency: 'high', serviceId: null, personIds: [bo] } },
  { type: 'PageSomeone', data: { title: 'And this', urgency: 'high', serviceId: highService, personIds: [...people] } },
  { type: 'SendTestAlert', data: { serviceId: highService, wholePolicy: false } },
  { type: 'SendTestAlert', data: { serviceId: highService, wholePolicy: true } },
  { type: 'DisablePerson', data: { personId: bo, leaveGaps: true } },
  { type: 'EnablePerson', data: { personId: bo } },
  { type: 'EnablePerson', data: { personId: bo } },
  { type: 'RemoveContactMethod', data: method },
  { type: 'AddContactMethod', data: { kind: 'email', address: 'bo@example.org', ...method } },
  { type: 'VerifyContactMethod', data: { ...method, codeIsRight: true } },
];

/** Milliseconds. */
const patience = 10_000;
const pressesAgain = 5_000;
const minute = 60_000;

/** People who look at what is open and do something about it. A press that is not answered is pressed again, under the same key. */
export class People {
  constructor(private readonly installation: Installation) {}

  async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    const { chance } = scheduler;
    while (scheduler.now < until) {
      await scheduler.pass(chance.between(5_000, 5 * minute), world);
      const kind = chance.fraction();
      if (kind < 0.1) void this.press(chance.pick(commands), people[0]);
      else if (kind < 0.15) void this.changePolicy();
      else if (kind < 0.5) void this.race();
      else this.act();
    }
  }

  private groups(): readonly OpenGroup[] {
    return [...(this.installation.anyServer()?.memory.rows<OpenGroup>('groups').all() ?? [])];
  }

  private act(): void {
    const { chance } = this.installation.scheduler;
    const groups = this.groups();
    if (groups.length > 0) void this.press(chance.pick(acts)(chance.pick(groups)), chance.pick(people));
  }

  /** Does at its instant, or a moment before or after it, what overtakes a timer on its way. */
  private async race(): Promise<void> {
    const { scheduler } = this.installation;
    const { chance } = scheduler;
    const waiting = this.groups().flatMap((group) => dueInGroup(group, 1).map(({ name, dueAt }) => ({ group, name, dueAt })));
    const soon = waiting.filter(({ dueAt }) => Date.parse(dueAt) > scheduler.now && Date.parse(dueAt) < scheduler.now + 30 * minute);
    if (soon.length === 0) return;
    const { group, name, dueAt } = chance.pick(soon);
    await scheduler.pass(Math.max(0, Date.parse(dueAt) - scheduler.now + chance.between(-10, 10)), world);
    const act = race[name.split(':')[0]!];
    if (act) await this.press(act(group), chance.pick(people));
  }

  private changePolicy(): Promise<void> {
    const { chance } = this.installation.scheduler;
    const policy = this.installation.anyServer()?.memory.rows<{ version: number }>('policies').get(policyId);
    if (!policy) return Promise.resolve();
    const n = chance.between(0, 3);
    const steps = people.slice(n % 3).map((who) => step(who, n + 1));
    const data = { teamId, policyId, version: policy.version, name: 'Payments primary', steps, repeats: n, climbLow: false };
    return this.press({ type: 'ChangePolicy', data }, people[0]);
  }

  private async press(command: Message, personId: string): Promise<void> {
    const { scheduler } = this.installation;
    const key = scheduler.chance.id(scheduler.now);
    for (let tries = 0; tries < 5 && !(await this.isAnswered(command, personId, key)); tries += 1) {
      await scheduler.pass(pressesAgain, world);
    }
  }

  private isAnswered(command: Message, personId: string, key: string): Promise<boolean> {
    const { installation } = this;
    const server = installation.anyServer();
    if (!server) return Promise.resolve(false);
    return new Promise((resolve) => {
      installation.scheduler.after(patience, world, () => resolve(false));
      server.act(command, as(personId), key).then(
        () => resolve(true),
        () => resolve(false),
      );
    });
  }
}
