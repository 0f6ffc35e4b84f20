import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { addService } from '@tocsin/testing/stage/many-groups.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { createPromises, type DefinePromises } from '@tocsin/testing/stage/promise-tests.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import type { Phone } from '@tocsin/testing/fakes/phone.js';

/** Content of a message: the number of groups in it, and whether it was loud. */
export type Message = Phone['messages'][number];

export const countOf = (message: Message): number => (message.type === 'bundle' ? message.count : 1);

/** Bo, who is paged at once, and Cleo, who is paged by the second step. Each promise starts in an hour of its own. */
export class Cast {
  private count = 0;
  private readonly paths: string[] = [];
  private messagesBefore = 0;
  private constructor(
    readonly stage: Stage,
    readonly bo: Player,
    readonly cleo: Player,
  ) {}

  static async begin(): Promise<Cast> {
    const stage = await Stage.begin();
    const cast = new Cast(stage, await stage.addPerson('Bo'), await stage.addPerson('Cleo'));
    await stage.setPolicy([{ page: [cast.bo], wait: 60 }]);
    cast.paths.push((await stage.integration('alertmanager')).path);
    return cast;
  }

  get ana(): Player {
    return this.stage.ana;
  }

  /** Opens this many alert groups on a service, one after the other: each in a message of its own. */
  async openGroups(count: number, { service = 0, severity = 'critical' } = {}): Promise<readonly string[]> {
    while (this.paths.length <= service) this.paths.push(await addService(this.stage, this.paths.length));
    const names = Array.from({ length: count }, () => `Disk${(this.count += 1)}`);
    for (const name of names) {
      await this.sendAlert('firing', name, { service, severity });
      await this.stage.settle();
    }
    return names;
  }

  /** Alertmanager’s message about the group that it calls so. */
  async sendAlert(status: 'firing' | 'resolved', name: string, { service = 0, severity = 'critical' } = {}): Promise<void> {
    const body = alertmanagerMessage(status, [{ name, severity }], { groupKey: `{}:${name}` });
    const { status: responseStatus } = await this.stage.tocsin.anonymous.request('POST', this.paths[service]!, body);
    expect(responseStatus).toBe(202);
  }

  /** The alert group of this name. */
  async getGroupByName(name: string): Promise<AlertGroupRow> {
    const match = (await this.stage.listGroups()).find(
      ({ title }) => title.includes(`${name} `) || title === name || title.startsWith(name),
    );
    if (!match) throw new Error(`there is no group of ${name}`);
    return match;
  }

  /** Messages on Bo’s phone since the promise began: the number of groups in each. */
  messageSizes(isQuiet = false): readonly number[] {
    return this.listMessages()
      .filter(({ quiet }) => quiet === isQuiet)
      .map(countOf);
  }

  listMessages(): readonly Message[] {
    return this.bo.phone.messages.slice(this.messagesBefore);
  }

  /** Resolves the groups of one promise, so that none pages in the next, and waits until no wait is open. */
  async finish(): Promise<void> {
    for (const { id, status } of await this.stage.listGroups())
      if (status !== 'resolved') await this.ana.api.run('ResolveAlertGroup', { groupId: id });
    await this.stage.advance('PT1H');
    this.messagesBefore = this.bo.phone.messages.length;
  }
}

export type Promises = DefinePromises<Cast>;
export const definePromises = createPromises(() => Cast.begin());
