import { listAlerts, type GroupAlert } from './alert-table.js';
import type { Link } from '@tocsin/contracts/routing/signals.js';
import { senderWords } from '@tocsin/contracts/integrations/sender-words.js';
import { commonLabelsOf } from './alerts.js';
import { linksOf } from './links.js';
import type { ExistingGroup } from './state.js';

/** Description of an alert group by its source: shown in a page beside the title. */
export interface GroupDescription {
  /** Null where its alerts have different descriptions, or none. */
  readonly description: string | null;
  /** Labels that its alerts share. */
  readonly labels: Readonly<Record<string, string>>;
  /** Runbooks first. */
  readonly links: readonly Link[];
  /** Summaries of the first alerts, where they differ. */
  readonly examples: readonly string[];
}

/** At most this many alerts are read: pages are sent by the thousand, and a group may hold two thousand alerts. */
const looked = 50;
const shownExamples = 5;

const pickSingle = <T>(values: readonly T[]): T | null => (new Set(values).size === 1 ? values[0]! : null);

/**
 * Built from the firing alerts, or from all when none fires. `runbook`: the service’s, used when no alert brings its
 * own.
 */
export const describeGroup = (group: Pick<ExistingGroup, 'alerts'>, runbook: string | null): GroupDescription => {
  const all = listAlerts(group.alerts);
  const firing = all.filter((alert) => alert.firing);
  const alerts: readonly GroupAlert[] = (firing.length > 0 ? firing : all).slice(0, looked);
  const links = linksOf(alerts);
  const ownLinks: Link[] =
    runbook === null || links.some(({ kind }) => kind === 'runbook') ? [] : [{ kind: 'runbook', href: runbook, text: 'Runbook' }];
  const summaries = [...new Set(alerts.map(({ summary, name }) => summary || name))];
  return {
    description: pickSingle(alerts.map(({ details }) => senderWords(details).description)),
    labels: commonLabelsOf(alerts),
    links: [...ownLinks, ...links],
    examples: summaries.length > 1 ? summaries.slice(0, shownExamples) : [],
  };
};
