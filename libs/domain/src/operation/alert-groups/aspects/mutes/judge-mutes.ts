import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import { lowWindowSource, windowSource } from '../../../../setup/maintenance/shared/window-source.js';
import type { Labels, MutedOwner, MuteSource } from '../../../../rules/mute-source.js';
import { distinctionOf, unionOf, type Seeable } from '../../../../rules/seen-alert.js';
import { silenceSource } from '../../../../rules/silence-source.js';
import type { AlertTable, GroupAlert } from '../../alert-table.js';
import { canBeMuted, firingAlertsOf } from '../../shared/mutable.js';
import { seeingOf } from '../../shared/seen-alerts.js';
import { teamOf, type GroupReads } from '../../shared/reads.js';
import type { ExistingGroup } from '../../state.js';
import { inhibitionSource } from './inhibition-source.js';

/** What can mute alerts, and what gives them low urgency: all are asked. */
const muting: readonly MuteSource<GroupReads>[] = [silenceSource, windowSource, inhibitionSource];
const lowering: readonly MuteSource<GroupReads>[] = [lowWindowSource];

/** Mutes that an event names. */
const maxNamed = 20;

interface Judging {
  readonly reads: GroupReads;
  readonly now: string;
}
/** The part of a group that says whether its alerts can be muted, and by whom. */
export type MutableGroup = Pick<ExistingGroup, 'groupId' | 'number' | 'origin' | 'test' | 'serviceId' | 'teamId'> & {
  /** Of a group that is open: those that it is linked with. */
  readonly links?: ExistingGroup['links'];
  /** Those of a group that opens are a list. */
  readonly alerts: AlertTable | readonly Labelled[];
  /** Of a group that is open: when the first hold of its alerts ends. */
  readonly hold?: ExistingGroup['hold'];
};
type Labelled = Seeable & Pick<Alert, 'held'> & { readonly fingerprint?: string };
type Judge = (alert: Labelled) => readonly Mute[];

/** The one that ends last first. The end of an inhibition is not known; of two at one instant a window is the last that counts. */
const byEnd = (one: Mute, other: Mute): number => {
  const [end, otherEnd] = [one.until ?? '~', other.until ?? '~'];
  if (end !== otherEnd) return end > otherEnd ? -1 : 1;
  return Number(one.kind === 'maintenance') - Number(other.kind === 'maintenance');
};

/**
 * What mutes an alert, the longest first; null: nothing mutes any of the group. More different alerts than one decision compares are
 * not muted.
 */
const judgeOf = (group: MutableGroup, { reads, now }: Judging, sources = muting, fired: readonly Labelled[] = []): Judge | null => {
  const teamId = teamOf(group, reads);
  if (!canBeMuted(group, reads) || teamId === null) return null;
  const { groupId, number, serviceId, alerts } = group;
  const firing: MutedOwner['firing'] = (named) => {
    const see = seeingOf(group, reads, named);
    return ('settled' in alerts ? firingAlertsOf({ alerts }) : alerts).map((alert: Labelled) => ({ labels: see(alert) }));
  };
  const owner = { groupId, number, serviceId, teamId, firing };
  const answers = sources.map((source) => source(owner, reads, now)).filter((one) => one !== null);
  // fields that nothing names would make every alert a different one
  const fields = unionOf(answers.map((answer) => answer.fields));
  const byLabels = answers.length === 0 ? null : judgeByLabels(answers, seeingOf(group, reads, fields));
  if (sources !== muting || !(hasHeld(group) || fired.some(isHeld))) return byLabels;
  return (alert) => [...holdsOf(alert, now), ...(byLabels?.(alert) ?? [])].toSorted(byEnd);
};

const isHeld = ({ held }: Labelled): boolean => held !== undefined;
const hasHeld = ({ alerts, hold = null }: MutableGroup): boolean => ('settled' in alerts ? hold !== null : alerts.some(isHeld));

/** A route holds it in case it resolves. */
const holdsOf = ({ held }: Labelled, now: string): readonly Mute[] =>
  held && now < held.until ? [{ kind: 'hold', id: held.ruleId, until: held.until }] : [];

const judgeByLabels = (answers: readonly NonNullable<ReturnType<MuteSource<GroupReads>>>[], see: (alert: Labelled) => Labels): Judge => {
  const known = new Map<string, readonly Mute[]>();
  return (alert) => {
    const labels = see(alert);
    const key = distinctionOf(labels);
    const before = known.get(key);
    if (before || known.size >= alertGroupLimits.alertsMatched) return before ?? [];
    const mutes = answers.flatMap(({ of }) => of(labels)).toSorted(byEnd);
    known.set(key, mutes);
    return mutes;
  };
};

/** Whether something may mute alerts of the group, or give them low urgency. */
export const canAnythingMute = (group: MutableGroup, judging: Judging): boolean =>
  judgeOf(group, judging) !== null || judgeOf(group, judging, lowering) !== null;

const without = <A extends Labelled>(alerts: readonly A[], judge: Judge | null): readonly A[] =>
  judge ? alerts.filter((alert) => judge(alert).length === 0) : alerts;

/** Those of the alerts that nothing mutes. */
export const unmutedOf = <A extends Labelled>(group: MutableGroup, alerts: readonly A[], judging: Judging): readonly A[] =>
  without(alerts, judgeOf(group, judging, muting, alerts));

/** Those of the alerts that no window gives low urgency. */
export const notLoweredOf = <A extends Labelled>(group: MutableGroup, alerts: readonly A[], judging: Judging): readonly A[] =>
  without(alerts, judgeOf(group, judging, lowering));

/** What mutes everything that fires in a group. */
export interface GroupMutes {
  /** Of the alert that is free first, what mutes it longest; then the other mutes. */
  readonly mutes: readonly Mute[];
  /** When the first of them counts, although nothing mutes it any more. */
  readonly settlesAt: string | null;
}

const inOrder = (all: readonly (readonly Mute[])[]): readonly Mute[] => {
  const decisive = all.map(([longest]) => longest!).reduce((first, other) => (byEnd(first, other) < 0 ? other : first));
  const others = new Map(all.flat().map((mute) => [`${mute.kind} ${mute.id}`, mute]));
  others.delete(`${decisive.kind} ${decisive.id}`);
  return [decisive, ...others.values()].slice(0, maxNamed);
};

const settlesAtOf = ({ settling }: ExistingGroup): ReadonlyMap<string, string> =>
  new Map(settling.flatMap(({ fingerprints, dueAt }) => fingerprints.map((key) => [key, dueAt] as const)));

/** Null: something counts. Alerts that are only counted, or that the sender left out, are unknown: they count. */
export const findMutes = (group: ExistingGroup, judging: Judging): GroupMutes | null => {
  if (group.counted > 0 || group.cutList !== null || !canBeMuted(group, judging.reads)) return null;
  const judge = judgeOf(group, judging);
  const settles = settlesAtOf(group);
  if (!judge && settles.size === 0) return null;
  const all: (readonly Mute[])[] = [];
  const settling: string[] = [];
  const firing = firingAlertsOf(group);
  for (const alert of firing) {
    const mutes = judge?.(alert) ?? [];
    const dueAt = settles.get(alert.fingerprint);
    if (mutes.length > 0) all.push(mutes);
    else if (dueAt === undefined) return null;
    else settling.push(dueAt);
  }
  if (firing.length === 0) return null;
  return { mutes: all.length === 0 ? [] : inOrder(all), settlesAt: settling.toSorted()[0] ?? null };
};

/** Alerts that are muted now, by their fingerprints. */
export const mutedAmong = (group: ExistingGroup, alerts: readonly GroupAlert[], judging: Judging): ReadonlySet<string> => {
  const judge = judgeOf(group, judging);
  return new Set(judge ? alerts.filter((alert) => judge(alert).length > 0).map(({ fingerprint }) => fingerprint) : []);
};
