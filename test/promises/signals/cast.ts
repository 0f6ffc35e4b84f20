import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { createPromises, type DefinePromises } from '@tocsin/testing/stage/promise-tests.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

/** Ana and Bo of one team: the policy pages Ana, then Bo after five minutes. */
export class Cast {
  private count = 0;
  private constructor(
    readonly stage: Stage,
    readonly bo: Player,
  ) {}

  static async begin(): Promise<Cast> {
    const stage = await Stage.begin();
    const cast = new Cast(stage, await stage.addPerson('Bo'));
    await cast.setPolicy();
    return cast;
  }

  get ana(): Player {
    return this.stage.ana;
  }

  async setPolicy(): Promise<void> {
    await this.stage.setPolicy([{ page: [this.ana] }, { page: [this.bo] }]);
  }

  /** An alert group of its own, as it is when it has opened; its key is `disk-` and a number. */
  async openGroup(severity: 'critical' | 'warning' = 'critical'): Promise<AlertGroupRow & { readonly key: string }> {
    this.count += 1;
    const key = `disk-${this.count}`;
    await this.stage.generic({ summary: `Disk ${this.count} is full`, key, severity });
    return { ...(await this.getLastGroup()), key };
  }

  /** The alert group that opened last. */
  async getLastGroup(): Promise<AlertGroupRow> {
    return (await this.stage.listGroups()).at(-1)!;
  }

  /** How often Ana and Bo are paged meanwhile. */
  async countRings(act: () => Promise<unknown>): Promise<readonly [ana: number, bo: number]> {
    const before = [this.ana.ringCount, this.bo.ringCount] as const;
    await act();
    await this.stage.settle();
    return [this.ana.ringCount - before[0], this.bo.ringCount - before[1]];
  }

  /** Causes of the messages on a person’s phone meanwhile, including quiet ones. */
  async collectCauses(player: Player, act: () => Promise<unknown>): Promise<readonly string[]> {
    const before = player.pageCauses.length;
    await act();
    await this.stage.settle();
    return player.pageCauses.slice(before);
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
