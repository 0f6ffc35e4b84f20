import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ComparedPair } from '@tocsin/contracts/side-by-side/noun.js';
import * as sideBySideLimits from '@tocsin/contracts/side-by-side/limits.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { millisBetween as since, toMillis } from '@tocsin/kernel/time.js';
import type { RehearsedGroup } from './views.js';

/** What the old system told of one alert in a stretch of time. Alert null: one message about several, of a service. */
export interface AlertThere {
  readonly alertId: string | null;
  /** Ours. */
  readonly serviceId: string;
  readonly at: string;
  readonly pages: readonly { readonly personId: string | null; readonly at: string; readonly method: string }[];
  readonly endedAt: string | null;
}

type Read = Pick<FactOf<'OldSystemRead'>, 'system' | 'from' | 'to'>;
const { pairs: near, near: tolerance, most } = sideBySideLimits;

interface Timed {
  readonly group: RehearsedGroup;
  readonly openedAt: number;
}

/** Groups by service, and those that an alert of this reading took already. */
class Groups {
  private readonly taken = new Set<string>();
  private readonly byAlert = new Map<string, string>();
  private readonly byService = new Map<string, Timed[]>();

  constructor(groups: readonly RehearsedGroup[]) {
    for (const group of groups) {
      for (const alertId of group.alerts) this.byAlert.set(alertId, group.id);
      const timed = { group, openedAt: toMillis(group.openedAt) };
      const known = this.byService.get(group.serviceId);
      if (known) known.push(timed);
      else this.byService.set(group.serviceId, [timed]);
    }
  }

  ofAlert(alertId: string): string | undefined {
    return this.byAlert.get(alertId);
  }

  take(id: string, alertId: string): string {
    this.taken.add(id);
    this.byAlert.set(alertId, id);
    return id;
  }

  /** The nearest one that nothing is paired with. */
  nearest({ serviceId, at }: AlertThere): string | undefined {
    const instant = toMillis(at);
    let nearest: { readonly id: string; readonly apart: number } | undefined;
    for (const { group, openedAt } of this.of(serviceId)) {
      const apart = Math.abs(instant - openedAt);
      if (!isNear(openedAt, instant) || apart >= (nearest?.apart ?? Infinity)) continue;
      if (group.alerts.length === 0 && !this.taken.has(group.id)) nearest = { id: group.id, apart };
    }
    return nearest?.id;
  }

  /** The newest that was open at that time, and that a signal reached then: otherwise this alert never came here. */
  openAt({ serviceId, at }: AlertThere): string | undefined {
    const instant = toMillis(at);
    let newest: RehearsedGroup | undefined;
    for (const { group } of this.of(serviceId)) {
      const { openedAt, resolvedAt, signalledAt } = group;
      if (openedAt > at || (resolvedAt !== null && resolvedAt < at) || (newest && openedAt <= newest.openedAt)) continue;
      if (signalledAt.some((one) => isNear(toMillis(one), instant))) newest = group;
    }
    return newest?.id;
  }

  /** Those that a message about several may mean. */
  before({ serviceId, at }: AlertThere): readonly string[] {
    const instant = toMillis(at);
    return this.of(serviceId)
      .filter(({ openedAt }) => openedAt <= instant && instant - openedAt <= near.before)
      .map(({ group }) => group.id);
  }

  private of(serviceId: string): readonly Timed[] {
    return this.byService.get(serviceId) ?? [];
  }
}

/** What happened here at that time may be that of an alert there. */
const isNear = (here: number, there: number): boolean => there - here <= near.before && there - here >= -near.after;

type Found = readonly { readonly groupId: string | null; readonly as: ComparedPair['as'] }[];

const groupsOf = (alert: AlertThere, groups: Groups): Found => {
  const { alertId } = alert;
  if (alertId === null) {
    const found = groups.before(alert).map((groupId) => ({ groupId, as: 'bundled' as const }));
    return found.length > 0 ? found : [{ groupId: null, as: 'bundled' }];
  }
  const known = groups.ofAlert(alertId);
  if (known !== undefined) return [{ groupId: known, as: 'own' }];
  // an end of something that nobody was notified of
  if (alert.pages.length === 0) return [];
  const nearest = groups.nearest(alert);
  if (nearest !== undefined) return [{ groupId: groups.take(nearest, alertId), as: 'own' }];
  const open = groups.openAt(alert);
  return [open === undefined ? { groupId: null, as: 'own' } : { groupId: groups.take(open, alertId), as: 'grouped' }];
};

/** Groups of which the old system told nothing, or nothing more, although it was read long enough after. */
const comparedIn = (groups: readonly RehearsedGroup[], { to }: Read, paired: ReadonlySet<string>): readonly string[] =>
  groups
    .filter(({ id, openedAt, pendingSince, comparedTo, alerts }) => {
      if (paired.has(id)) return false;
      // a relay may still bring it there
      if (comparedTo === null && alerts.length === 0) return since(openedAt, to) >= near.before;
      return pendingSince !== null && since(pendingSince, to) >= tolerance.explained;
    })
    .map(({ id }) => id)
    .slice(0, most.compared);

/** What of it is before this instant. */
export const alertsUntil = (alerts: readonly AlertThere[], to: string): readonly AlertThere[] =>
  alerts
    .map((alert) => ({ ...alert, pages: alert.pages.filter(({ at }) => at < to) }))
    .filter(({ pages, at }) => pages.length > 0 || at < to);

/** Pairs what a reading found with groups of services that rehearse: by service and time. Only as long a stretch as one fact takes. */
export const pairAlerts = (read: Read, alerts: readonly AlertThere[], rehearsed: readonly RehearsedGroup[]): FactOf<'OldSystemRead'> => {
  const groups = new Groups(rehearsed);
  const pairs: FactOf<'OldSystemRead'>['pairs'] = [];
  const pages: FactOf<'OldSystemRead'>['pages'] = [];
  for (const alert of alerts.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
    const { alertId, serviceId, at, endedAt } = alert;
    for (const { groupId, as } of groupsOf(alert, groups)) {
      const rowId = groupId ?? deriveNamedId('there', read.system, alertId ?? `${serviceId} ${at}`);
      if (pairs.length === most.pairs || pages.length + alert.pages.length > most.pages) {
        // the rest is read next; what is of one instant is in no shorter stretch
        if (at > read.from && at < read.to) return pairAlerts({ ...read, to: at }, alertsUntil(alerts, at), rehearsed);
        continue;
      }
      pairs.push({ rowId, groupId, alertId, serviceId, at, as, endedAt });
      for (const page of alert.pages) pages.push({ rowId, ...page });
    }
  }
  const paired = new Set(pairs.map(({ rowId }) => rowId));
  return { ...read, pairs, pages, compared: [...comparedIn(rehearsed, read, paired)] };
};
