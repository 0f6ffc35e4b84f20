import type { AlertGroupRow } from '@tocsin/contracts/alert-group-rows.js';
import { stormLimits } from '@tocsin/contracts/limits.js';
import { alertmanagerMessage, type Condition, type MessageFields } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

/** Ana, then Bo; and for each promise a service of its own, with its own storm. */
export class Cast {
  private made = 0;
  private path = '';
  private key = '';
  private serviceId = '';

  private constructor(
    readonly stage: Stage,
    readonly bo: Player,
  ) {}

  static async begin(): Promise<Cast> {
    const stage = await Stage.begin();
    const bo = await stage.person('Bo');
    await stage.policy([{ page: [stage.ana] }, { page: [bo] }], 1);
    return new Cast(stage, bo);
  }

  get ana(): Player {
    return this.stage.ana;
  }

  /** A service on which nothing has happened. */
  async begins(): Promise<void> {
    this.made += 1;
    const { teamId, policyId } = this.stage.made;
    const { api } = this.ana;
    const { says: service } = await api.run('CreateService', { teamId, policyId, name: `Service ${this.made}` });
    this.serviceId = String(service['serviceId']);
    const integration = (kind: 'alertmanager' | 'pagerduty-events') =>
      api.run('CreateIntegration', { teamId, serviceId: this.serviceId, name: `${kind} ${this.made}`, kind });
    this.path = new URL(String((await integration('alertmanager')).says['address'])).pathname;
    this.key = String((await integration('pagerduty-events')).says['key']);
    await this.stage.settle();
  }

  /** Sends conditions with different names in one message: each is a thread, and before a storm a group. */
  async flood(count: number, name = 'Flood', severity = 'info'): Promise<void> {
    const conditions = Array.from({ length: count }, (_, n): Condition => ({ name: `${name}${n}`, severity }));
    await this.sends('firing', conditions, { groupKey: `{}:${name}`, groupLabels: {} });
  }

  /** A storm is near: one group more begins it. */
  async nearly(): Promise<void> {
    await this.flood(stormLimits.opened);
  }

  /** Sends one thread of alerts, which go into one group together. */
  async thread(name: string, count: number, severity = 'critical'): Promise<void> {
    const conditions = Array.from({ length: count }, (_, n): Condition => ({ name, instance: `db-${n}`, severity }));
    await this.sends('firing', conditions, { groupKey: name });
  }

  async ends(name: string): Promise<void> {
    await this.sends('resolved', [{ name, instance: 'db-0' }], { groupKey: name, truncatedAlerts: 1 });
  }

  async pagerduty(action: 'trigger' | 'acknowledge' | 'resolve', dedupKey: string): Promise<void> {
    const payload = action === 'trigger' ? { payload: { summary: dedupKey, source: 'db-1', severity: 'critical' } } : {};
    await this.posts('/v2/enqueue', { routing_key: this.key, event_action: action, dedup_key: dedupKey, ...payload });
  }

  private sends(status: 'firing' | 'resolved', conditions: readonly Condition[], fields: MessageFields): Promise<void> {
    return this.posts(this.path, alertmanagerMessage(status, conditions, fields));
  }

  private async posts(path: string, body: object): Promise<void> {
    const { status } = await this.stage.tocsin.anonymous.request('POST', path, body);
    expect(status).toBe(202);
    await this.stage.settle();
  }

  /** The groups on the service, oldest first. */
  async groups(): Promise<readonly AlertGroupRow[]> {
    await this.stage.settle();
    return this.ana.api.list('alertGroups', `where.serviceId=${this.serviceId}&sort=number&limit=200`);
  }

  /** The groups of the storm. */
  async storms(): Promise<readonly AlertGroupRow[]> {
    return (await this.groups()).filter(({ storm }) => storm !== undefined);
  }

  /** Who was paged for a group, louder than by a quiet word: in the order of the pages. */
  async paged(groupId: string): Promise<readonly string[]> {
    const { pages } = await this.stage.ladder(groupId);
    return pages.filter(({ quiet }) => !quiet).map(({ personId }) => (personId === this.bo.personId ? 'Bo' : 'Ana'));
  }

  /** People notified that it is resolved. */
  async told(): Promise<readonly string[]> {
    const ladders = await Promise.all((await this.storms()).map(({ id }) => this.stage.ladder(id)));
    const pages = ladders.flatMap((ladder) => ladder.pages).filter(({ cause }) => cause.kind === 'resolved');
    return pages.map(({ personId }) => (personId === this.bo.personId ? 'Bo' : 'Ana'));
  }

  /** Resolves the groups of one promise, so that none pages in the next, and waits until no wait is open. */
  async isOver(): Promise<void> {
    const open = (await this.groups()).filter(({ status }) => status !== 'resolved').map(({ id }) => id);
    if (open.length > 0) await this.ana.api.request('POST', '/api/bulk', { act: 'ResolveAlertGroup', groupIds: open });
    await this.stage.advance('PT10M');
  }
}

/** The promises of one file, as sentences; each continues where the previous one ended. */
export type Promises = Readonly<Record<string, (cast: Cast) => Promise<void>>>;

/** Every file of promises, by its name, is shown on one server: starting one for each would take most of the time. */
export const keep = (files: Readonly<Record<string, Promises>>): void => {
  let cast: Cast;
  beforeAll(async () => void (cast = await Cast.begin()));
  afterAll(() => cast.stage.close());

  describe.each(Object.entries(files))('%s', (_file, promises) => {
    it('is kept', async () => {
      await cast.begins();
      for (const isKept of Object.values(promises)) await isKept(cast);
      await cast.isOver();
    });
  });
};
