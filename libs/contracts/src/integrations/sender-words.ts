import type { CutList } from '../cut-list.js';

/** Annotations of an alert beside its summary, for people. */
export interface SenderWords {
  readonly description: string | null;
  /** Further annotations and custom details, by the source’s names. Other values are JSON. */
  readonly more: readonly (readonly [name: string, value: string])[];
}

const noWords: SenderWords = { description: null, more: [] };

/** The usual names of what describes an alert, the most usual first. */
const descriptions = ['description', 'message', 'body', 'text'];
/** Shown elsewhere: as the title, or as links. */
const namesShownElsewhere = new Set(['summary', 'title', 'runbook', 'runbook_url', 'dashboard', 'dashboard_url']);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).trim();

const objectIn = (json: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

/** `details`: an alert’s, JSON where the sender gave an object, else its text. JSON that was cut at the limit is shown as it is, nameless. */
export function senderWords(details: string | null): SenderWords {
  if (details === null || details.trim() === '') return noWords;
  const fields = objectIn(details);
  if (!fields)
    return details.startsWith('{') ? { description: null, more: [['details', details]] } : { description: details.trim(), more: [] };
  const name = descriptions.find((one) => typeof fields[one] === 'string' && fields[one].trim() !== '');
  return {
    description: name === undefined ? null : textOf(fields[name]),
    more: Object.entries(fields)
      .filter(([key]) => key !== name && !namesShownElsewhere.has(key))
      .map(([key, value]) => [key, textOf(value)] as const)
      .filter(([, value]) => value !== ''),
  };
}

/** Note that a list was truncated. `firing`: alerts listed by the group, which may come from earlier lists. */
export function cutText({ listed, of }: CutList, firing: number): string {
  const [some, all] = [listed.toLocaleString('en'), of.toLocaleString('en')];
  const text =
    firing === listed ? `Showing ${some} of ${all} alerts: the source left out` : `The source listed ${some} of ${all} alerts and left out`;
  return `${text} ${(of - listed).toLocaleString('en')}. Raise its max_alerts to see all.`;
}
