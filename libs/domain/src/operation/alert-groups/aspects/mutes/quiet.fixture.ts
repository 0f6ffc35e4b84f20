import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { idOf } from '../../../../configuration.fixture.js';
import { domain } from '../../../../registry.js';
import { alertmanager, alertOf, resolvedAlert, serviceId } from '../../../routing/signals.fixture.js';
import { as, mia, Scenario, teamId, type Setting } from '../../groups.fixture.js';

/** The n-th of each kind. */
export const silenceIdOf = (n: number): string => idOf(`51${n}`);
export const windowIdOf = (n: number): string => idOf(`3a${n}`);
export const ruleIdOf = (n: number): string => idOf(`1b${n}`);

export const is = (label: string, value: string): LabelMatcher => ({ label, operator: '=', value });
export const named = (name: string): readonly LabelMatcher[] => [is('alertname', name)];

/** The first digits of an instant: a time on the clock of UTC. */
const wall = (instant: string): string => instant.slice(0, 16);

/** A scenario with what mutes. It begins at 03:12 UTC; alerts are of high urgency unless they say otherwise. */
export class QuietScenario extends Scenario {
  constructor(setting?: Setting) {
    super(setting);
    this.news();
  }

  in(minutes: number): string {
    return addMillis(this.world.now, minutes * 60_000);
  }

  run(type: string, data: object, actor: Actor = as(mia)) {
    const outcome = this.world.run({ type, data }, { actor });
    this.passes(0);
    return outcome;
  }

  silence(n: number, minutes: number, matchers: readonly LabelMatcher[], more: object = {}) {
    const data = { silenceId: silenceIdOf(n), teamId, matchers, until: this.in(minutes), comment: '', exempt: [] };
    return this.run('StartSilence', { ...data, untilResolved: false, confirmedGroups: null, ...more });
  }

  /** A window that begins now, or in some minutes. */
  window(n: number, minutes: number, more: object = {}, begins = 0) {
    const times = { from: wall(this.in(begins)), to: wall(this.in(begins + minutes)), zone: 'UTC', rule: null };
    const settings = { name: `Window ${n}`, services: [serviceId], matchers: [], behaviour: 'suppress' };
    return this.run('PlanMaintenance', { windowId: windowIdOf(n), teamId, ...settings, ...times, ...more });
  }

  rule(n: number, source: readonly LabelMatcher[], target: readonly LabelMatcher[], more: object = {}) {
    const data = { ruleId: ruleIdOf(n), teamId, name: `Rule ${n}`, source, target, equal: [], isOn: true };
    return this.run('SaveInhibitionRule', { ...data, ...more });
  }

  /** A group of its own for each key. */
  fires(key: string, ...alerts: readonly (string | SignalAlert)[]): void {
    this.receives(
      alertmanager(
        alerts.map((one) => (typeof one === 'string' ? alertOf(one) : one)),
        { key },
      ),
    );
  }

  ends(key: string, ...names: readonly string[]): void {
    this.receives(
      alertmanager(
        names.map((name) => resolvedAlert(name)),
        { key, action: 'resolve' },
      ),
    );
  }

  rowOf(number: number) {
    return this.rows().find((row) => row.number === number)!;
  }

  /** The log, decided again, is the same; and no timer waits for nothing. */
  expectSound(): void {
    const { differences } = reenact(domain, this.world.events);
    // the configuration was recorded, not decided
    expect(differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
    expect(this.idleTimers()).toEqual([]);
  }
}
