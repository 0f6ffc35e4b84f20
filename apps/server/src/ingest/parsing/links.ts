import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Link } from '@tocsin/contracts/routing/signals.js';
import { asObject, asTrimmedText, type JsonFields } from './lenient-fields.js';
import { note, cutToLength } from './text.js';

const web = /^https?:\/\/[^\s/]\S*$/i;

/**
 * Adds a link if it is a web address and not in the list yet. A link that is too long is left out, because a truncated one leads
 * nowhere.
 */
export const addLink = (links: Link[], cut: string[], kind: Link['kind'], href: unknown, text: string): void => {
  if (typeof href !== 'string') return;
  const trimmed = href.trim();
  if (trimmed === '' || !web.test(trimmed) || links.some((link) => link.href === trimmed)) return;
  if (trimmed.length > integrationLimits.linkCharacters || links.length >= integrationLimits.linksPerAlert) note('links', cut);
  else links.push({ kind, href: asTrimmedText(trimmed)!, text: cutToLength(text, integrationLimits.labelCharacters, 'links', cut) });
};

/** Adds links with the usual names in annotations, custom details or details. */
export const addNamedLinks = (links: Link[], cut: string[], source: JsonFields): void => {
  addLink(links, cut, 'runbook', source['runbook_url'], 'Runbook');
  addLink(links, cut, 'runbook', source['runbook'], 'Runbook');
  addLink(links, cut, 'dashboard', source['dashboard_url'], 'Dashboard');
  addLink(links, cut, 'dashboard', source['dashboard'], 'Dashboard');
};

/** Adds the links of an alert from Alertmanager or Grafana. */
export const addAlertLinks = (links: Link[], cut: string[], alert: JsonFields): void => {
  addLink(links, cut, 'dashboard', alert['dashboardURL'], 'Dashboard');
  addLink(links, cut, 'dashboard', alert['panelURL'], 'Panel');
  addLink(links, cut, 'source', alert['generatorURL'], 'Source');
  addLink(links, cut, 'other', alert['silenceURL'], 'Silence');
  addLink(links, cut, 'image', alert['imageURL'], 'Image');
};

/** Adds a link from a body: an address, or `{ href | url, text, kind }`. */
export const addWrittenLink = (links: Link[], cut: string[], source: unknown): void => {
  const link = asObject(source);
  const href = link ? (link['href'] ?? link['url']) : source;
  if (typeof href !== 'string') return;
  const text = asTrimmedText(link?.['text']) ?? hostOf(href);
  addLink(links, cut, kindOf(asTrimmedText(link?.['kind']) ?? `${text} ${href}`), href, text);
};

/** Adds `{ src, href, alt }`: the image and the target of a click on it. */
export const addImage = (links: Link[], cut: string[], source: unknown): void => {
  const image = asObject(source);
  const text = asTrimmedText(image?.['alt']) ?? 'Image';
  addLink(links, cut, 'image', image?.['src'], text);
  addLink(links, cut, 'other', image?.['href'], text);
};

const kindOf = (linkText: string): Link['kind'] =>
  /runbook|playbook/i.test(linkText)
    ? 'runbook'
    : /dashboard/i.test(linkText)
      ? 'dashboard'
      : linkText === 'source' || linkText === 'image'
        ? linkText
        : 'other';

const hostOf = (href: string): string => /^\s*https?:\/\/([^/\s?#]+)/i.exec(href)?.[1] ?? href;
