import type { Link } from '@tocsin/contracts/signals.js';
import { senderWords } from '@tocsin/contracts/sender-words.js';
import { commonLabels } from './alerts.js';
import { linksOf } from './links.js';
import type { Existing, HeldAlert } from './state.js';

/** What an alert group is about, in its sender’s words: what a page tells beside the title. */
export interface About {
  /** Null where its alerts are described differently, or not at all. */
  readonly description: string | null;
  /** Labels that its alerts share. */
  readonly labels: Readonly<Record<string, string>>;
  /** Runbooks first. */
  readonly links: readonly Link[];
  /** Summaries of the first alerts, where they differ. */
  readonly examples: readonly string[];
}

/** So many alerts are looked at: a page is sent by the thousand, and a group may hold two thousand alerts. */
const looked = 50;
const shownExamples = 5;

const onlyOne = <T>(values: readonly T[]): T | null => (new Set(values).size === 1 ? values[0]! : null);

/** Of the alerts that fire; of all where none does. `runbook`: the service’s, where no alert brings its own. */
export const aboutGroup = (group: Pick<Existing, 'alerts'>, runbook: string | null): About => {
  const all = Object.values(group.alerts);
  const firing = all.filter((alert) => alert.firing);
  const alerts: readonly HeldAlert[] = (firing.length > 0 ? firing : all).slice(0, looked);
  const links = linksOf(alerts);
  const own: Link[] =
    runbook === null || links.some(({ kind }) => kind === 'runbook') ? [] : [{ kind: 'runbook', href: runbook, text: 'Runbook' }];
  const summaries = [...new Set(alerts.map(({ summary, name }) => summary || name))];
  return {
    description: onlyOne(alerts.map(({ details }) => senderWords(details).description)),
    labels: commonLabels(alerts),
    links: [...own, ...links],
    examples: summaries.length > 1 ? summaries.slice(0, shownExamples) : [],
  };
};
