import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { World } from '@tocsin/kernel/replay/world.js';
import type { WorldOutcome } from '@tocsin/kernel/replay/world/outcome.js';
import { byOwner, bySystem } from '../../configuration.fixture.js';
import { anaJoined, boJoined, cleoJoined } from '../people/facts.fixture.js';
import { domain } from '../../registry.js';
import { teamCreated, teamId } from '../teams/facts.fixture.js';
import { scheduleId, scheduleRules } from './facts.fixture.js';

/** A Wednesday, in Ana’s week. */
export const start = '2026-11-18T10:00:00.000Z';

/** Ana, Bo and Cleo, a team, and a schedule that they work with as time passes. */
export class DutyWorld {
  readonly world = new World(domain, { start });
  /** Ordinals of facts that were recorded without a decision. */
  private readonly given = new Set<number>();

  constructor() {
    this.has('people-directory', anaJoined, boJoined, cleoJoined).has(`team-${teamId}`, teamCreated);
  }

  has(stream: string, ...facts: readonly Fact[]): this {
    const before = this.world.events.length;
    this.world.record(stream, facts, bySystem);
    for (let n = 1; n <= facts.length; n += 1) this.given.add(before + n);
    return this;
  }

  /** Runs a command as an owner; returns the code of a refusal, or the kind of the outcome. */
  does(type: string, data: object, actor: Actor = byOwner): string {
    const outcome: WorldOutcome = this.world.run({ type, data }, { actor });
    return outcome.kind === 'refused' ? outcome.refused.code : outcome.kind;
  }

  creates(more: object = {}): string {
    return this.does('CreateSchedule', { teamId, scheduleId, name: 'Payments primary', externalKey: null, ...scheduleRules, ...more });
  }

  get row(): ScheduleRow {
    return this.world.rows<ScheduleRow>('schedules').get(scheduleId)!;
  }

  get onCall(): OnCallRow {
    return this.world.rows<OnCallRow>('onCall').get(scheduleId)!;
  }

  all<T extends Fact['type']>(type: T): readonly FactOf<T>[] {
    return this.world.events.filter((event) => event.type === type).map(({ data }) => data as FactOf<T>);
  }

  /** Who was on call since when, as recorded: `2026-11-18T10:00 00a1`. */
  recorded(): readonly string[] {
    return this.all('OnCallChanged').map(
      ({ effectiveAt, after }) => `${effectiveAt.slice(0, 16)} ${after.map(({ personId }) => personId.slice(-4)).join('+') || 'nobody'}`,
    );
  }

  /** Differences of a re-enactment, and missing decisions. */
  again(): readonly string[] {
    const { differences, missing } = reenact(domain, this.world.events);
    return [
      ...differences.filter(({ ordinal }) => !this.given.has(ordinal)).map(({ ordinal, why, actual }) => `${ordinal}: ${why} ${actual}`),
      ...missing.map(({ command }) => `missing: ${command}`),
    ];
  }
}
