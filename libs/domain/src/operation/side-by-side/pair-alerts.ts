import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ComparedPair } from '@tocsin/contracts/side-by-side/noun.js';
import * as sideBySideLimits from '@tocsin/contracts/side-by-side/limits.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { millisBetween as since } from '@tocsin/kernel/time.js';
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

/** Groups of a service, and those that an alert of this reading took already. */
class Groups {
  private readonly taken = new Set<string>();
  private readonly byAlert = new Map<string, string>();

  constructor(private readonly groups: readonly RehearsedGroup[]) {
    for (const { id, alerts } of groups) for (const alertId of alerts) this.byAlert.set(alertId, id);
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
    return this.groups
      .filter((group) => group.serviceId === serviceId && group.alerts.length === 0 && !this.taken.has(group.id))
      .map(({ id, openedAt }) => ({ id, apart: since(openedAt, at) }))
      .filter(({ apart }) => apart <= near.before && apart >= -near.after)
      .toSorted((a, b) => Math.abs(a.apart) - Math.abs(b.apart))[0]?.id;
  }

  /** The newest that was open at that time. */
  openAt({ serviceId, at }: AlertThere): string | undefined {
    return this.groups
      .filter((group) => group.serviceId === serviceId && group.openedAt <= at && (group.resolvedAt === null || group.resolvedAt >= at))
      .toSorted((a, b) => b.openedAt.localeCompare(a.openedAt))[0]?.id;
  }

  /** Those that a message about several may mean. */
  before({ serviceId, at }: AlertThere): readonly string[] {
    return this.groups
      .filter((group) => group.serviceId === serviceId && group.openedAt <= at && since(group.openedAt, at) <= near.before)
      .map(({ id }) => id);
  }
}

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

/** Pairs what a reading found with groups of services that rehearse: by service and time. */
export const pairAlerts = (read: Read, alerts: readonly AlertThere[], rehearsed: readonly RehearsedGroup[]): FactOf<'OldSystemRead'> => {
  const groups = new Groups(rehearsed);
  const pairs: FactOf<'OldSystemRead'>['pairs'] = [];
  const pages: FactOf<'OldSystemRead'>['pages'] = [];
  for (const alert of alerts.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const { alertId, serviceId, at, endedAt } = alert;
    for (const { groupId, as } of groupsOf(alert, groups)) {
      const rowId = groupId ?? deriveNamedId('there', read.system, alertId ?? `${serviceId} ${at}`);
      if (pairs.length === most.pairs || pages.length + alert.pages.length > most.pages) continue;
      pairs.push({ rowId, groupId, alertId, serviceId, at, as, endedAt });
      for (const page of alert.pages) pages.push({ rowId, ...page });
    }
  }
  const paired = new Set(pairs.map(({ rowId }) => rowId));
  return { ...read, pairs, pages, compared: [...comparedIn(rehearsed, read, paired)] };
};
