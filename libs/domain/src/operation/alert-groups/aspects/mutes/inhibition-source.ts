import type { InhibitionRuleRow } from '@tocsin/contracts/inhibition/noun.js';
import { canMatch, haveEqual } from '../../../../rules/known-labels.js';
import type { Labels, MutedOwner, MuteSource } from '../../../../rules/mute-source.js';
import { rowsFor } from '../../../../rules/team-rows.js';
import { firingAlertsOf, openGroupsOf } from '../../shared/mutable.js';
import { teamOf, type GroupReads, type OpenGroup } from '../../shared/reads.js';

/** An alert that fires, where it fires. */
interface FiringAlert {
  readonly labels: Labels;
  readonly teamId: string | null;
  readonly groupId: string;
  readonly number: number;
}

/** Alerts of a group that a rule’s source matches. Groups and rules are immutable: the same are asked for with each alert. */
const matched = new WeakMap<OpenGroup['alerts'], WeakMap<InhibitionRuleRow, readonly Labels[]>>();

const sourcesIn = (group: OpenGroup, rule: InhibitionRuleRow): readonly Labels[] => {
  const known = matched.get(group.alerts) ?? new WeakMap<InhibitionRuleRow, readonly Labels[]>();
  matched.set(group.alerts, known);
  const before = known.get(rule);
  if (before) return before;
  const labels = firingAlertsOf(group)
    .map((alert) => alert.labels)
    .filter((one) => canMatch(rule.source, one));
  known.set(rule, labels);
  return labels;
};

/** Alerts that a circle of rules is looked for among: beyond them nothing is muted. */
const mostAsked = 200;

/** What fires as a decision about one group sees it: that group as it is decided, the others as memory knows them. */
class Firing {
  private readonly byRule = new Map<string, readonly FiringAlert[]>();

  constructor(
    private readonly owner: MutedOwner,
    private readonly reads: GroupReads,
  ) {}

  rulesFor(teamId: string | null): readonly InhibitionRuleRow[] {
    return teamId === null ? [] : rowsFor(this.reads.inhibitionRules, teamId).filter(({ isOn }) => isOn);
  }

  /** Alerts that inhibit others by a rule, by the number of their group. A test inhibits nothing. */
  private sourcesOf(rule: InhibitionRuleRow): readonly FiringAlert[] {
    const known = this.byRule.get(rule.id);
    if (known) return known;
    const { groupId, number, teamId, firing } = this.owner;
    const all: FiringAlert[] =
      rule.teamId === null || rule.teamId === teamId
        ? firing()
            .filter(({ labels }) => canMatch(rule.source, labels))
            .map(({ labels }) => ({ labels, teamId, groupId, number }))
        : [];
    for (const group of openGroupsOf(rule.teamId, this.reads))
      if (group.groupId !== groupId && !group.test)
        for (const labels of sourcesIn(group, rule))
          all.push({ labels, teamId: teamOf(group, this.reads), groupId: group.groupId, number: group.number });
    all.sort((one, other) => one.number - other.number);
    this.byRule.set(rule.id, all);
    return all;
  }

  /** The alerts that inhibit one with these labels by a rule, were there no circles. */
  *inhibitorsOf(rule: InhibitionRuleRow, labels: Labels): Generator<FiringAlert> {
    if (!canMatch(rule.target, labels)) return;
    for (const source of this.sourcesOf(rule)) if (haveEqual(rule.equal, source.labels, labels)) yield source;
  }

  /** Whether an alert is inhibited, directly or round others, by one with these labels: both would inhibit each other. */
  isInCircle(source: FiringAlert, target: Labels): boolean {
    const targetKey = JSON.stringify(target);
    const asked = new Set<string>();
    const waiting = [source];
    for (let alert = waiting.pop(); alert; alert = waiting.pop()) {
      const key = JSON.stringify(alert.labels);
      if (key === targetKey) return true;
      if (asked.has(key)) continue;
      if (asked.size >= mostAsked) return true;
      asked.add(key);
      for (const rule of this.rulesFor(alert.teamId)) waiting.push(...this.inhibitorsOf(rule, alert.labels));
    }
    return false;
  }
}

/** An alert inhibits while it fires, muted or not; never itself. Alerts that would inhibit each other do not. */
export const inhibitionSource: MuteSource<GroupReads> = (owner, reads) => {
  if (reads.inhibitionRules.size === 0) return null;
  const firing = new Firing(owner, reads);
  const rules = firing.rulesFor(owner.teamId);
  if (rules.length === 0) return null;
  return (labels) =>
    rules.flatMap((rule) => {
      for (const source of firing.inhibitorsOf(rule, labels))
        if (!firing.isInCircle(source, labels)) {
          const { groupId, number } = source;
          return [{ kind: 'inhibition' as const, id: rule.id, until: null, by: { groupId, number } }];
        }
      return [];
    });
};
