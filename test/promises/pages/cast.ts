import { sayInOneTest } from '@tocsin/testing/stage/story.js';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { PageShown } from '@tocsin/contracts/alert-groups/page-link.js';
import type { WebhookPage } from '@tocsin/contracts/contacts/webhook.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { PushService } from '@tocsin/testing/fakes/push-service.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

/** Ana and Bo of one team: one policy pages Ana, then Bo after five minutes. Mails and push messages are taken by fakes. */
export class Cast {
  private count = 0;
  private constructor(
    readonly stage: Stage,
    readonly bo: Player,
    readonly mailbox: Mailbox,
    readonly push: PushService,
  ) {}

  static async begin(): Promise<Cast> {
    const [mailbox, push] = [await Mailbox.start(), await PushService.start()];
    const stage = await Stage.begin({ mailbox });
    const cast = new Cast(stage, await stage.addPerson('Bo'), mailbox, push);
    await cast.setPolicy();
    return cast;
  }

  get ana(): Player {
    return this.stage.ana;
  }

  async setPolicy(): Promise<void> {
    await this.stage.setPolicy([{ page: [this.ana] }, { page: [this.bo] }]);
  }

  /** A high-urgency alert group of its own, as it is when it has opened. */
  async openGroup(): Promise<AlertGroupRow> {
    this.count += 1;
    // within a minute of the last message it would wait, to go out with others
    await this.stage.advance('PT1M');
    await this.stage.generic({ summary: `Disk ${this.count} is full`, key: `disk-${this.count}` });
    return (await this.stage.listGroups()).at(-1)!;
  }

  /** Repeats the last signal of its sender. */
  async repeatSignal(): Promise<void> {
    await this.stage.generic({ summary: `Disk ${this.count} is full`, key: `disk-${this.count}` });
  }

  /** The response of a page’s link. */
  async readPage(path: string): Promise<PageShown> {
    return (await this.stage.tocsin.anonymous.request<PageShown>('GET', path)).body;
  }

  /** Presses a button of it: the status, and the code of a refusal. */
  async press(path: string, act: string): Promise<readonly [number, string | undefined]> {
    const { status, body } = await this.stage.tocsin.anonymous.request<{ code?: string }>('POST', path, { act });
    return [status, body.code];
  }

  /** The same with a whole body, and a key. */
  async send(path: string, act: object, key?: string): Promise<readonly [number, string | undefined]> {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const { status, body } = await this.stage.tocsin.anonymous.request<{ code?: string }>('POST', path, act, headers);
    return [status, body.code];
  }

  /** Resolves the groups of one promise, so that none pages in the next. */
  async finish(): Promise<void> {
    for (const { id, status } of await this.stage.listGroups())
      if (status !== 'resolved') await this.ana.api.run('ResolveAlertGroup', { groupId: id });
    // within a minute of the last message the next would wait, within ten the next quiet one
    await this.stage.advance('PT11M');
  }

  async close(): Promise<void> {
    await this.stage.close();
    await this.push.close();
  }
}

/** Path for the acts behind a page’s link. */
export const pathOf = ({ link }: Pick<WebhookPage, 'link'>): string => new URL(link).pathname.replace('/p/', '/api/pages/');

/** The promises of one file, as sentences; each continues where the previous one ended. */
export type Promises = Readonly<Record<string, (cast: Cast) => Promise<void>>>;

/** Every file of promises, by its name, is shown on one server: starting one for each would take most of the time. */
export const definePromises = (files: Readonly<Record<string, Promises>>): void => {
  let cast: Cast;
  beforeAll(async () => void (cast = await Cast.begin()));
  afterAll(() => cast.close());

  describe.each(Object.entries(files))('%s', (_file, promises) => {
    afterAll(() => cast.finish());
    sayInOneTest(promises, () => cast);
  });
};
