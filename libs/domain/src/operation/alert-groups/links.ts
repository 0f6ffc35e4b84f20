import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { Link } from '@tocsin/contracts/routing/signals.js';

const order: Readonly<Record<Link['kind'], number>> = { runbook: 0, dashboard: 1, source: 2, other: 3, image: 4 };
const maxLinks = 12;

/** Distinct links of these alerts and of those before, runbooks and dashboards first. */
export const linksOf = (alerts: readonly Pick<Alert, 'links'>[], before: readonly Link[] = []): Link[] => {
  const all = [...before, ...alerts.flatMap((alert) => alert.links)];
  const linksByKey = new Map(all.map((link) => [`${link.kind} ${link.href}`, link]));
  return [...linksByKey.values()].toSorted((a, b) => order[a.kind] - order[b.kind]).slice(0, maxLinks);
};
