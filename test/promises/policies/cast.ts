import { createPromises, type DefinePromises } from '@tocsin/testing/stage/promise-tests.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';

/** Ana, Bo and Cleo in one team, whose policy each promise replaces. */
export class Cast {
  private count = 0;
  private constructor(
    readonly stage: Stage,
    readonly bo: Player,
    readonly cleo: Player,
  ) {}

  static async begin(): Promise<Cast> {
    const stage = await Stage.begin();
    return new Cast(stage, await stage.addPerson('Bo'), await stage.addPerson('Cleo'));
  }

  get ana(): Player {
    return this.stage.ana;
  }

  /** An alert group of its own, as it is when it has opened. */
  async openGroup(severity: 'critical' | 'warning' = 'critical', labels: Readonly<Record<string, string>> = {}): Promise<AlertGroupRow> {
    this.count += 1;
    // within a minute of the last message it would wait, to go out with others
    await this.stage.advance('PT1M');
    await this.stage.alertmanager('firing', [{ name: `Disk${this.count}`, severity, ...labels }], { groupKey: `g${this.count}` });
    return this.stage.getGroup(this.count);
  }

  /** The id of one that Ana opens by hand, through the service: no message waits for another. */
  async openGroupByHand(): Promise<string> {
    this.count += 1;
    const { serviceId } = this.stage.setUpAnswer;
    const { says } = await this.stage.ana.api.run('PageSomeone', { title: `Trouble ${this.count}`, serviceId });
    return String(says['groupId']);
  }

  /** Its sender resolves the alert group that opened last. */
  async resolveAsSender(): Promise<void> {
    await this.stage.alertmanager('resolved', [{ name: `Disk${this.count}` }], { groupKey: `g${this.count}` });
  }

  /** The ids of as many alert groups, which one message opens. */
  async openGroupsInOneMessage(count: number): Promise<readonly string[]> {
    const conditions = Array.from({ length: count }, (_, n) => ({ name: `Crowd${this.count + n}`, severity: 'critical' as const }));
    await this.stage.alertmanager('firing', conditions, { groupKey: `{}:${this.count}`, groupLabels: {} });
    const groups = await Promise.all(conditions.map((_, n) => this.stage.getGroup(this.count + n + 1)));
    this.count += count;
    return groups.map(({ id }) => id);
  }

  /** Who was called so far, a person as often as they were. */
  async namesOfPaged(groupId: string): Promise<readonly string[]> {
    const { pages } = await this.stage.getLadder(groupId);
    return pages.map(({ personId }) => this.nameOf(personId));
  }

  nameOf(personId: string): string {
    return { [this.ana.personId]: 'Ana', [this.bo.personId]: 'Bo', [this.cleo.personId]: 'Cleo' }[personId] ?? personId;
  }

  /** While this is done, Bo can’t be paged. */
  async runWithoutBosPhone(work: () => Promise<void>): Promise<void> {
    const { api, personId, methodId: contactMethodId } = this.bo;
    await api.run('SwitchOffContactMethod', { personId, contactMethodId });
    await this.stage.settle();
    try {
      await work();
    } finally {
      await api.run('SwitchOnContactMethod', { personId, contactMethodId });
      await this.stage.settle();
    }
  }

  /** Resolves the groups of one promise, so that none pages in the next. */
  async finish(): Promise<void> {
    for (const { id, status } of await this.stage.listGroups())
      if (status !== 'resolved') await this.ana.api.run('ResolveAlertGroup', { groupId: id });
    // within a minute of the last message the next would wait, within ten the next quiet one
    await this.stage.advance('PT11M');
  }
}

export type Promises = DefinePromises<Cast>;
export const definePromises = createPromises(() => Cast.begin());
