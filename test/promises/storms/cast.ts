import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { stormLimits } from '@tocsin/contracts/routing/limits.js';
import { alertmanagerMessage, type Condition, type MessageFields } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

/** Ana, then Bo; and for each promise a service of its own, with its own storm. */
export class Cast {
  private serviceCount = 0;
  private path = '';
  private key = '';
  private serviceId = '';

  private constructor(
    readonly stage: Stage,
    readonly bo: Player,
  ) {}

  static async begin(): Promise<Cast> {
    const stage = await Stage.begin();
    const bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }], 1);
    return new Cast(stage, bo);
  }

  get ana(): Player {
    return this.stage.ana;
  }

  /** A service on which nothing has happened. */
  async addFreshService(): Promise<void> {
    this.serviceCount += 1;
    const { teamId, policyId } = this.stage.setUpAnswer;
    const { api } = this.ana;
    const { says: service } = await api.run('CreateService', { teamId, policyId, name: `Service ${this.serviceCount}` });
    this.serviceId = String(service['serviceId']);
    const createIntegration = (kind: 'alertmanager' | 'pagerduty-events') =>
      api.run('CreateIntegration', { teamId, serviceId: this.serviceId, name: `${kind} ${this.serviceCount}`, kind });
    this.path = new URL(String((await createIntegration('alertmanager')).says['address'])).pathname;
    this.key = String((await createIntegration('pagerduty-events')).says['key']);
    await this.stage.settle();
  }

  /** Sends conditions with different names in one message: each is a thread, and before a storm a group. */
  async flood(count: number, name = 'Flood', severity = 'info'): Promise<void> {
    const conditions = Array.from({ length: count }, (_, n): Condition => ({ name: `${name}${n}`, severity }));
    await this.sendAlertmanager('firing', conditions, { groupKey: `{}:${name}`, groupLabels: {} });
  }

  /** A storm is near: one group more begins it. */
  async floodToLimit(): Promise<void> {
    await this.flood(stormLimits.opened);
  }

  /** Sends one thread of alerts, which go into one group together. */
  async sendThread(name: string, count: number, severity = 'critical'): Promise<void> {
    const conditions = Array.from({ length: count }, (_, n): Condition => ({ name, instance: `db-${n}`, severity }));
    await this.sendAlertmanager('firing', conditions, { groupKey: name });
  }

  async resolveThread(name: string): Promise<void> {
    await this.sendAlertmanager('resolved', [{ name, instance: 'db-0' }], { groupKey: name, truncatedAlerts: 1 });
  }

  async sendPagerDuty(action: 'trigger' | 'acknowledge' | 'resolve', dedupKey: string): Promise<void> {
    const payload = action === 'trigger' ? { payload: { summary: dedupKey, source: 'db-1', severity: 'critical' } } : {};
    await this.postAndSettle('/v2/enqueue', { routing_key: this.key, event_action: action, dedup_key: dedupKey, ...payload });
  }

  private sendAlertmanager(status: 'firing' | 'resolved', conditions: readonly Condition[], fields: MessageFields): Promise<void> {
    return this.postAndSettle(this.path, alertmanagerMessage(status, conditions, fields));
  }

  private async postAndSettle(path: string, body: object): Promise<void> {
    const { status } = await this.stage.tocsin.anonymous.request('POST', path, body);
    expect(status).toBe(202);
    await this.stage.settle();
  }

  /** The groups on the service, oldest first. */
  async listGroups(): Promise<readonly AlertGroupRow[]> {
    await this.stage.settle();
    return this.ana.api.list('alertGroups', `where.serviceId=${this.serviceId}&sort=number&limit=200`);
  }

  /** The groups of the storm. */
  async listStormGroups(): Promise<readonly AlertGroupRow[]> {
    return (await this.listGroups()).filter(({ storm }) => storm !== undefined);
  }

  /** Who was paged for a group, louder than by a quiet word: in the order of the pages. */
  async namesOfPaged(groupId: string): Promise<readonly string[]> {
    const { pages } = await this.stage.getLadder(groupId);
    return pages.filter(({ quiet }) => !quiet).map(({ personId }) => (personId === this.bo.personId ? 'Bo' : 'Ana'));
  }

  /** People notified that it is resolved. */
  async namesOfNotified(): Promise<readonly string[]> {
    const ladders = await Promise.all((await this.listStormGroups()).map(({ id }) => this.stage.getLadder(id)));
    const pages = ladders.flatMap((ladder) => ladder.pages).filter(({ cause }) => cause.kind === 'resolved');
    return pages.map(({ personId }) => (personId === this.bo.personId ? 'Bo' : 'Ana'));
  }

  /** Resolves the groups of one promise, so that none pages in the next, and waits until no wait is open. */
  async isOver(): Promise<void> {
    const open = (await this.listGroups()).filter(({ status }) => status !== 'resolved').map(({ id }) => id);
    if (open.length > 0) await this.ana.api.request('POST', '/api/bulk', { act: 'ResolveAlertGroup', groupIds: open });
    await this.stage.advance('PT10M');
  }
}

/** The promises of one file, as sentences; each continues where the previous one ended. */
export type Promises = Readonly<Record<string, (cast: Cast) => Promise<void>>>;

/** Every file of promises, by its name, is shown on one server: starting one for each would take most of the time. */
export const definePromises = (files: Readonly<Record<string, Promises>>): void => {
  let cast: Cast;
  beforeAll(async () => void (cast = await Cast.begin()));
  afterAll(() => cast.stage.close());

  describe.each(Object.entries(files))('%s', (_file, promises) => {
    it('is kept', async () => {
      await cast.addFreshService();
      for (const isKept of Object.values(promises)) await isKept(cast);
      await cast.isOver();
    });
  });
};
