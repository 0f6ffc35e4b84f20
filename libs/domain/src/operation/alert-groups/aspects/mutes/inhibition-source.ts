import type { InhibitionRuleRow } from '@tocsin/contracts/inhibition/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { canMatch, valuesOf } from '../../../../rules/known-labels.js';
import { fieldsOfRule } from '../../../../rules/inhibition-fields.js';
import { labelsOf, unionOf, type FieldName } from '../../../../rules/seen-alert.js';
import type { Labels, MutedOwner, MuteSource, MutesOf } from '../../../../rules/mute-source.js';
import { rowsFor } from '../../../../rules/team-rows.js';
import { serviceOf } from '../../../../rules/service-labels.js';
import type { RecordingRow } from '../../../routing/shared/recording-row.js';
import { isServiceRehearsing } from '../../shared/rehearsal.js';
import { firingLabelsOf, openGroupsOf } from '../../shared/mutable.js';
import { teamOf, type GroupReads, type OpenGroup } from '../../shared/reads.js';
import { Circles, type Budget, type FiringAlert, type Inhibitors } from './inhibition-circles.js';

/** Inhibitors that one decision asks for circles of rules: beyond them nothing is muted. */
const mostAsked = 50_000;

type Source = Pick<FiringAlert, 'labels' | 'text'>;
const textOf = (labels: Labels): string => JSON.stringify(labelsOf(labels));
const toSource = (labels: Labels): Source => ({ labels, text: textOf(labels) });

/** Alerts of a group that a rule’s source matches. Groups and rules are immutable: the same are asked for with each alert. */
const matched = new WeakMap<OpenGroup['alerts'], WeakMap<InhibitionRuleRow, Matched>>();
interface Matched {
  /** The service, which changes apart from the alerts. */
  readonly of: ServiceRow | undefined;
  readonly fields: readonly FieldName[];
  readonly sources: readonly Source[];
}

const sourcesIn = (group: OpenGroup, rule: InhibitionRuleRow, reads: GroupReads, fields: readonly FieldName[]): readonly Source[] => {
  const known = matched.get(group.alerts) ?? new WeakMap<InhibitionRuleRow, Matched>();
  matched.set(group.alerts, known);
  const before = known.get(rule);
  const of = serviceOf(group, reads);
  if (before && before.of === of && before.fields === fields) return before.sources;
  const sources = firingLabelsOf(group, reads, fields)
    .filter((labels) => canMatch(rule.source, labels))
    .map(toSource);
  known.set(rule, { of, fields, sources });
  return sources;
};

/** The same of what is recorded only. */
const recorded = new WeakMap<RecordingRow['alerts'], WeakMap<InhibitionRuleRow, readonly Source[]>>();

const recordedSourcesIn = (alerts: RecordingRow['alerts'], rule: InhibitionRuleRow): readonly Source[] => {
  const known = recorded.get(alerts) ?? new WeakMap<InhibitionRuleRow, readonly Source[]>();
  recorded.set(alerts, known);
  const before = known.get(rule);
  if (before) return before;
  const sources = Object.values(alerts).flatMap(({ labels }) => (labels && canMatch(rule.source, labels) ? [toSource(labels)] : []));
  known.set(rule, sources);
  return sources;
};

const placeOf = ({ teamId, groupId, number }: MutedOwner) => ({ teamId, group: { groupId, number } });

/** Last of all that has no number. */
const numberOf = ({ group }: FiringAlert): number => group?.number ?? Number.MAX_SAFE_INTEGER;

/** What fires as a decision about one group sees it: that group as it is decided, the others as memory knows them. Null: all of them. */
class Firing {
  private readonly byRule = new Map<string, ReadonlyMap<string, FiringAlert[]>>();
  private readonly ofAlert = new Map<FiringAlert, readonly Inhibitors[]>();
  readonly fields: readonly FieldName[];

  constructor(
    private readonly owner: MutedOwner | null,
    private readonly reads: GroupReads,
  ) {
    // a source of one rule may be a target of another
    this.fields = unionOf([...reads.inhibitionRules.all()].map(fieldsOfRule));
  }

  rulesFor(teamId: string | null): readonly InhibitionRuleRow[] {
    return teamId === null ? [] : rowsFor(this.reads.inhibitionRules, teamId).filter(({ isOn }) => isOn);
  }

  /** What rehearses mutes only what rehearses. */
  private doesCount(serviceId: string | null): boolean {
    const { owner, reads } = this;
    return !isServiceRehearsing(serviceId, reads) || (owner !== null && isServiceRehearsing(owner.serviceId, reads));
  }

  private *firingFor(rule: InhibitionRuleRow): Generator<FiringAlert> {
    const { owner } = this;
    if (owner && (rule.teamId === null || rule.teamId === owner.teamId))
      for (const { labels } of owner.firing(this.fields))
        if (canMatch(rule.source, labels)) yield { ...toSource(labels), ...placeOf(owner) };
    for (const group of openGroupsOf(rule.teamId, this.reads))
      if (group.groupId !== owner?.groupId && !group.test && this.doesCount(group.serviceId))
        for (const source of sourcesIn(group, rule, this.reads, this.fields))
          yield { ...source, teamId: teamOf(group, this.reads), group: { groupId: group.groupId, number: group.number } };
    yield* this.recordedFor(rule);
  }

  /** What routes only record, of the team whose service the integration has. */
  private *recordedFor(rule: InhibitionRuleRow): Generator<FiringAlert> {
    const { recordings, services } = this.reads;
    for (const { serviceId, alerts } of recordings.all()) {
      const teamId = services.get(serviceId)?.teamId ?? null;
      if ((rule.teamId !== null && rule.teamId !== teamId) || !this.doesCount(serviceId)) continue;
      for (const source of recordedSourcesIn(alerts, rule)) yield { ...source, teamId, group: null };
    }
  }

  /** Alerts that inhibit others by a rule, by their `equal` labels, and by the number of their group. A test inhibits nothing. */
  private sourcesOf(rule: InhibitionRuleRow): ReadonlyMap<string, readonly FiringAlert[]> {
    const known = this.byRule.get(rule.id);
    if (known) return known;
    const byValues = new Map<string, FiringAlert[]>();
    for (const source of this.firingFor(rule)) {
      const values = valuesOf(rule.equal, source.labels);
      const same = byValues.get(values);
      if (same) same.push(source);
      else byValues.set(values, [source]);
    }
    for (const same of byValues.values()) same.sort((one, other) => numberOf(one) - numberOf(other));
    this.byRule.set(rule.id, byValues);
    return byValues;
  }

  /** The alerts that inhibit one with these labels by a rule, were there no circles. */
  inhibitorsOf(rule: InhibitionRuleRow, labels: Labels): Inhibitors | null {
    if (!canMatch(rule.target, labels)) return null;
    const values = valuesOf(rule.equal, labels);
    const alerts = this.sourcesOf(rule).get(values);
    return alerts ? { key: `${rule.id} ${values}`, alerts } : null;
  }

  allInhibitorsOf(alert: FiringAlert): readonly Inhibitors[] {
    const known = this.ofAlert.get(alert);
    if (known) return known;
    const all = this.rulesFor(alert.teamId).flatMap((rule) => this.inhibitorsOf(rule, alert.labels) ?? []);
    this.ofAlert.set(alert, all);
    return all;
  }
}

/** An alert inhibits while it fires, muted or not; never itself. Alerts that would inhibit each other do not. */
export const inhibitionSource: MuteSource<GroupReads> = (owner, reads) => {
  if (reads.inhibitionRules.size === 0) return null;
  const firing = new Firing(owner, reads);
  const rules = firing.rulesFor(owner.teamId);
  if (rules.length === 0) return null;
  const budget: Budget = { left: mostAsked };
  const of: MutesOf = (labels) => {
    const circles = new Circles(textOf(labels), (alert) => firing.allInhibitorsOf(alert), budget);
    return rules.flatMap((rule) => {
      const source = firing.inhibitorsOf(rule, labels)?.alerts.find((one) => !circles.hasIn(one));
      return source ? [{ kind: 'inhibition' as const, id: rule.id, until: null, ...(source.group ? { by: source.group } : {}) }] : [];
    });
  };
  return { fields: firing.fields, of };
};

/** Whether another alert inhibits one of a group’s now, were there no circles. For many groups: what fires is looked at once. */
export const createInhibitedTest = (reads: GroupReads): ((group: OpenGroup, teamId: string) => boolean) => {
  const firing = new Firing(null, reads);
  const isInhibited = (rule: InhibitionRuleRow, labels: Labels): boolean => {
    const inhibitors = firing.inhibitorsOf(rule, labels);
    if (!inhibitors) return false;
    const own = textOf(labels);
    return inhibitors.alerts.some(({ text }) => text !== own);
  };
  return (group, teamId) => {
    const rules = firing.rulesFor(teamId);
    if (rules.length === 0) return false;
    const alerts = firingLabelsOf(group, reads, firing.fields);
    return rules.some((rule) => alerts.some((labels) => isInhibited(rule, labels)));
  };
};
