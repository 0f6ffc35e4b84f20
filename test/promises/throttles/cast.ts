import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { Throttle } from '@tocsin/contracts/contacts/kinds.js';
import type { PageRow } from '@tocsin/contracts/alert-groups/pages.js';
import { createPromises, type DefinePromises } from '@tocsin/testing/stage/promise-tests.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import type { Phone } from '@tocsin/testing/fakes/phone.js';

/** Bo, with a webhook to an SMS gateway, and a second one without rules: the service pages them at once. */
export class Cast {
  private count = 0;
  private messagesBefore = { sms: 0, second: 0 };
  private constructor(
    readonly stage: Stage,
    readonly bo: Player,
    readonly second: { readonly phone: Phone; readonly methodId: string },
  ) {}

  static async begin(): Promise<Cast> {
    const stage = await Stage.begin();
    const bo = await stage.addPerson('Bo');
    const cast = new Cast(stage, bo, await stage.addPhone(bo.api, false));
    await cast.setRelay(bo.methodId, 'sms');
    await stage.setPolicy([{ page: [bo], wait: 600 }]);
    return cast;
  }

  /** Sets how the receiver of Bo’s webhook relays a message. */
  async setRelay(contactMethodId: string, relaysAs: Throttle | null): Promise<void> {
    await this.bo.api.run('ChooseWebhookRelay', { personId: this.bo.personId, contactMethodId, relaysAs });
    await this.stage.settle();
  }

  /** Opens a single alert group: its id. */
  async openGroup(severity = 'critical'): Promise<string> {
    const name = `Disk${(this.count += 1)}`;
    await this.stage.alertmanager('firing', [{ name, severity }], { groupKey: name });
    await this.stage.settle();
    return (await this.listGroups()).find(({ title }) => title.startsWith(name))!.id;
  }

  /** Opens low-urgency alert groups, one every two minutes: each in a message of its own, up to the limit. */
  async fillLimit(times = 5): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let n = 0; n < times; n += 1) {
      ids.push(await this.openGroup('warning'));
      await this.stage.advance('PT2M');
    }
    return ids;
  }

  listGroups(): Promise<readonly AlertGroupRow[]> {
    return this.stage.listGroups();
  }

  async getAttempts(groupId: string): Promise<PageRow['attempts']> {
    return (await this.stage.getLadder(groupId)).pages.findLast(({ quiet }) => !quiet)!.attempts;
  }

  /** The number of groups in each SMS since the promise began. */
  get smsSizes(): readonly number[] {
    return loudSizes(this.bo.phone, this.messagesBefore.sms);
  }

  /** The same of the second webhook. */
  get secondWebhookSizes(): readonly number[] {
    return loudSizes(this.second.phone, this.messagesBefore.second);
  }

  /** Resolves the groups of one promise, so that none pages in the next, and none of its messages counts any more. */
  async finish(): Promise<void> {
    for (const { id, status } of await this.listGroups())
      if (status !== 'resolved') await this.stage.ana.api.run('ResolveAlertGroup', { groupId: id });
    await this.stage.advance('PT2H');
    await this.stage.advance('PT2H');
    this.messagesBefore = { sms: this.bo.phone.messages.length, second: this.second.phone.messages.length };
  }
}

const loudSizes = (phone: Phone, from: number): readonly number[] =>
  phone.messages
    .slice(from)
    .filter(({ quiet }) => !quiet)
    .map((message) => (message.type === 'bundle' ? message.count : 1));

export type Promises = DefinePromises<Cast>;
export const definePromises = createPromises(() => Cast.begin());
