import { limits } from '@tocsin/contracts/limits.js';
import type { Link } from '@tocsin/contracts/signals.js';
import { asObject, asWords, type Fields } from './lenient.js';
import { note, within } from './text.js';

const web = /^https?:\/\/[^\s/]\S*$/i;

/**
 * Adds a link if it is a web address and not in the list yet. A link that is too long is left out, because a truncated one leads
 * nowhere.
 */
export const addLink = (links: Link[], cut: string[], kind: Link['kind'], href: unknown, text: string): void => {
  if (typeof href !== 'string') return;
  const trimmed = href.trim();
  if (trimmed === '' || !web.test(trimmed) || links.some((link) => link.href === trimmed)) return;
  if (trimmed.length > limits.linkCharacters || links.length >= limits.linksPerAlert) note('links', cut);
  else links.push({ kind, href: asWords(trimmed)!, text: within(text, limits.labelCharacters, 'links', cut) });
};

/** Adds links with the usual names in annotations, custom details or details. */
export const addNamedLinks = (links: Link[], cut: string[], given: Fields): void => {
  addLink(links, cut, 'runbook', given['runbook_url'], 'Runbook');
  addLink(links, cut, 'runbook', given['runbook'], 'Runbook');
  addLink(links, cut, 'dashboard', given['dashboard_url'], 'Dashboard');
  addLink(links, cut, 'dashboard', given['dashboard'], 'Dashboard');
};

/** Adds the links of an alert from Alertmanager or Grafana. */
export const addAlertLinks = (links: Link[], cut: string[], alert: Fields): void => {
  addLink(links, cut, 'dashboard', alert['dashboardURL'], 'Dashboard');
  addLink(links, cut, 'dashboard', alert['panelURL'], 'Panel');
  addLink(links, cut, 'source', alert['generatorURL'], 'Source');
  addLink(links, cut, 'other', alert['silenceURL'], 'Silence');
  addLink(links, cut, 'image', alert['imageURL'], 'Image');
};

/** Adds a link from a body: an address, or `{ href | url, text, kind }`. */
export const addWrittenLink = (links: Link[], cut: string[], given: unknown): void => {
  const link = asObject(given);
  const href = link ? (link['href'] ?? link['url']) : given;
  if (typeof href !== 'string') return;
  const text = asWords(link?.['text']) ?? hostOf(href);
  addLink(links, cut, kindOf(asWords(link?.['kind']) ?? `${text} ${href}`), href, text);
};

/** Adds `{ src, href, alt }`: the image and the target of a click on it. */
export const addImage = (links: Link[], cut: string[], given: unknown): void => {
  const image = asObject(given);
  const text = asWords(image?.['alt']) ?? 'Image';
  addLink(links, cut, 'image', image?.['src'], text);
  addLink(links, cut, 'other', image?.['href'], text);
};

const kindOf = (words: string): Link['kind'] =>
  /runbook|playbook/i.test(words)
    ? 'runbook'
    : /dashboard/i.test(words)
      ? 'dashboard'
      : words === 'source' || words === 'image'
        ? words
        : 'other';

const hostOf = (href: string): string => /^\s*https?:\/\/([^/\s?#]+)/i.exec(href)?.[1] ?? href;
