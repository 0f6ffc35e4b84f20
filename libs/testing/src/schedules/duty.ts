import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { Target } from '@tocsin/contracts/policies/noun.js';
import { Stage, type Player } from '../stage/stage.js';
import { createLayersOn, layerOf, onCallIn, type RotationOf } from './stage-rotations.js';

const day = 24 * 3_600_000;
/** A session that is not used for longer expires. */
const longestStep = 20 * day;

/**
 * One started server with Ana, Bo, Cleo and Dan, shared by many tests about schedules: each starts on a new morning, with nothing
 * open.
 */
export class Duty {
  private fired = 0;
  private now = '';
  private today = '';

  private constructor(
    readonly stage: Stage,
    private readonly crew: Readonly<Record<'Ana' | 'Bo' | 'Cleo' | 'Dan', Player>>,
  ) {
    this.people = { ...crew };
  }

  /** All people by name, including those who joined for one test. */
  readonly people: Record<string, Player>;

  static async begin(at: string): Promise<Duty> {
    const stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: at } });
    const [Bo, Cleo, Dan] = [await stage.addPerson('Bo'), await stage.addPerson('Cleo'), await stage.addPerson('Dan')];
    return new Duty(stage, { Ana: stage.ana, Bo, Cleo, Dan });
  }

  get ana(): Player {
    return this.stage.ana;
  }
  get bo(): Player {
    return this.crew.Bo;
  }
  get cleo(): Player {
    return this.crew.Cleo;
  }
  get dan(): Player {
    return this.crew.Dan;
  }

  /** Adds a person for one test only. */
  async addPlayer(name: string, role?: 'observer'): Promise<Player> {
    this.people[name] = await this.stage.addPerson(name, role ? { role, isInTeam: false } : {});
    return this.people[name];
  }

  /** Signs everyone in again: their sessions have expired. */
  async signInAgain(): Promise<void> {
    for (const [name, player] of Object.entries(this.crew)) await player.signInAgain(name);
  }

  /** Resolves groups left open by the previous test, and waits until ten o’clock of the next day. */
  async waitUntilMorning(): Promise<void> {
    await this.resolveOpenGroups();
    await this.stage.setPolicy([{ page: [this.ana] }]);
    const { teamId } = this.stage.setUpAnswer;
    const schedules = await this.ana.api.list('schedules');
    for (const { id: scheduleId, removed } of schedules) if (!removed) await this.ana.api.run('RemoveSchedule', { teamId, scheduleId });
    this.now = await this.stage.settle();
    this.today = new Date(Date.parse(this.now.slice(0, 10)) + day).toISOString().slice(0, 10);
    await this.until(this.at(0, '10:00'));
  }

  /** This many days after the test’s day, at this time in UTC. */
  at(days: number, time: string): string {
    return new Date(Date.parse(`${this.today}T${time}:00.000Z`) + days * day).toISOString();
  }

  async until(instant: string): Promise<void> {
    this.now = await this.stage.settle();
    for (let remaining = Date.parse(instant) - Date.parse(this.now); remaining > 0; remaining -= longestStep) {
      this.now = await this.stage.advance(`PT${Math.min(remaining, longestStep) / 1_000}S`);
      for (const { api } of Object.values(this.crew)) await api.request('GET', '/api/session');
    }
  }

  /** A schedule of one rotation; by default daily from nine o’clock of this day. */
  schedule(turns: RotationOf['turns'], rotation: Partial<RotationOf> = {}): Promise<string> {
    return this.createLayered([layerOf({ anchor: this.at(0, '09:00'), turns, ...rotation })], rotation.zone);
  }

  createLayered(layers: readonly LayerSetting[], zone?: string): Promise<string> {
    return createLayersOn(this.stage, `Schedule ${layers[0]!.layerId}`, layers, zone);
  }

  /** The policy has one step for each of these lists. */
  async createPolicy(...steps: readonly (readonly (Player | Target)[])[]): Promise<void> {
    await this.stage.setPolicy(steps.map((page) => ({ page })));
  }

  /** Resolves all open groups: unacknowledged ones would keep paging while the clock is advanced. */
  async resolveOpenGroups(): Promise<void> {
    const open = (await this.stage.listGroups()).filter(({ status }) => status !== 'resolved');
    for (const { id: groupId } of open) await this.ana.api.run('ResolveAlertGroup', { groupId });
  }

  /** A short alert; the names of those who are paged. */
  async pagedNames(): Promise<readonly string[]> {
    const names = await this.fireAlert();
    await this.resolveOpenGroups();
    return names;
  }

  /** Sends a new alert that keeps firing; the names of the people paged at once. */
  fireAlert(): Promise<readonly string[]> {
    return this.namesPagedDuring(() => this.stage.generic({ summary: 'Disk full', key: `${this.today} ${(this.fired += 1)}` }));
  }

  /** Names of the people paged meanwhile, sorted. */
  async namesPagedDuring(act: () => Promise<unknown>): Promise<readonly string[]> {
    const before = new Map(Object.entries(this.people).map(([name, { ringCount: rang }]) => [name, rang]));
    await act();
    await this.stage.settle();
    return Object.entries(this.people).flatMap(([name, { ringCount: rang }]) => (rang > before.get(name)! ? [name] : []));
  }

  /** The names of the people on call at a moment, or now. */
  async onCall(scheduleId: string, at?: string): Promise<readonly string[]> {
    return this.names((await onCallIn(this.stage, scheduleId, at)).now.map(({ personId }) => personId));
  }

  names(ids: readonly string[]): readonly string[] {
    const nameOf = new Map(Object.entries(this.people).map(([name, { personId }]) => [personId, name]));
    return ids.map((id) => nameOf.get(id) ?? id).toSorted();
  }

  /** The alert group that was opened last. */
  async newest() {
    return (await this.stage.listGroups()).at(-1)!;
  }
}

/** The schedule as a target of a step. */
export const onDuty = (scheduleId: string): Target => ({ kind: 'schedule', scheduleId });
