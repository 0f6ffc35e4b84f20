import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import type { MuteSource } from '../../../../setup/silences/shared/mute-source.js';
import { silenceSource } from '../../../../setup/silences/shared/silence-source.js';
import { listAlerts, type GroupAlert } from '../../alert-table.js';
import { stormOf } from '../../shared/linked.js';
import { teamOf, type GroupReads } from '../../shared/reads.js';
import type { ExistingGroup } from '../../state.js';

/** What can mute alerts: all are asked. */
const sources: readonly MuteSource[] = [silenceSource];

/** Mutes that an event names. */
const maxNamed = 20;

interface Judging {
  readonly reads: GroupReads;
  readonly now: string;
}
/** The part of a group that says whether its alerts can be muted, and by whom. */
export type MutableGroup = Pick<ExistingGroup, 'groupId' | 'origin' | 'test' | 'serviceId' | 'teamId'>;
type MutableAlert = Pick<Alert, 'labels' | 'held'>;
type Judge = (alert: MutableAlert) => readonly Mute[];

/** Tests, groups that a person opened and storms are never muted. */
const canBeMuted = ({ origin, test, groupId }: MutableGroup): boolean =>
  origin.kind === 'signal' && !test && stormOf({ origin, groupId }) === null;

const holdsOf = ({ held }: MutableAlert, now: string): readonly Mute[] =>
  held && now < held.until ? [{ kind: 'hold', id: held.ruleId, until: held.until }] : [];

/** Longest first. */
const byEnd = (a: Mute, b: Mute): number => (a.until > b.until ? -1 : a.until < b.until ? 1 : 0);

/**
 * What mutes an alert, the longest first; null: nothing mutes any of the group. More different alerts than one decision compares are
 * not muted.
 */
const judgeOf = (group: MutableGroup, { reads, now }: Judging): Judge | null => {
  const teamId = teamOf(group, reads);
  if (!canBeMuted(group) || teamId === null) return null;
  const answers = sources.map((source) => source.of({ groupId: group.groupId, teamId }, reads, now)).filter((one) => one !== null);
  const byLabels = answers.length === 0 ? () => [] : judgeByLabels(answers);
  return (alert) => [...holdsOf(alert, now), ...byLabels(alert)].toSorted(byEnd);
};

const judgeByLabels = (answers: readonly NonNullable<ReturnType<MuteSource['of']>>[]): Judge => {
  const known = new Map<string, readonly Mute[]>();
  return ({ labels }) => {
    const key = JSON.stringify(labels);
    const before = known.get(key);
    if (before || known.size >= alertGroupLimits.alertsMatched) return before ?? [];
    const mutes = answers.flatMap((answer) => answer(labels));
    known.set(key, mutes);
    return mutes;
  };
};

/** Those of the alerts that nothing mutes. */
export const unmutedOf = <A extends MutableAlert>(group: MutableGroup, alerts: readonly A[], judging: Judging): readonly A[] => {
  const judge = judgeOf(group, judging);
  return judge ? alerts.filter((alert) => judge(alert).length === 0) : alerts;
};

const firingAlertsOf = ({ alerts }: ExistingGroup): readonly GroupAlert[] => listAlerts(alerts).filter(({ firing }) => firing);

/** Firing alerts with these fingerprints that nothing mutes. */
export const unmutedAmong = (group: ExistingGroup, fingerprints: readonly string[], judging: Judging): readonly GroupAlert[] => {
  const named = new Set(fingerprints);
  const alerts = firingAlertsOf(group).filter(({ fingerprint }) => named.has(fingerprint));
  return unmutedOf(group, alerts, judging);
};

/** Of the alert that is free first, what mutes it longest; then the other mutes. */
const inOrder = (all: readonly (readonly Mute[])[]): readonly Mute[] => {
  const decisive = all.map(([longest]) => longest!).reduce((first, other) => (other.until < first.until ? other : first));
  const others = new Map(all.flat().map((mute) => [`${mute.kind} ${mute.id}`, mute]));
  others.delete(`${decisive.kind} ${decisive.id}`);
  return [decisive, ...others.values()].slice(0, maxNamed);
};

/**
 * What mutes everything that fires in the group; null: something counts. Alerts that are only counted, or that the sender left out,
 * are unknown: they count.
 */
export const findMutes = (group: ExistingGroup, judging: Judging): readonly Mute[] | null => {
  const judge = group.counted > 0 || group.cutList !== null ? null : judgeOf(group, judging);
  if (!judge) return null;
  const all: (readonly Mute[])[] = [];
  for (const alert of firingAlertsOf(group)) {
    const mutes = judge(alert);
    if (mutes.length === 0) return null;
    all.push(mutes);
  }
  return all.length === 0 ? null : inOrder(all);
};
