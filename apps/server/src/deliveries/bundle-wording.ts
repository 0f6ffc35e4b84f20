import type { BundleMessage } from './notes.js';
import { headline } from './wording.js';

const pluralise = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

const markOf = ({ quiet, urgency }: BundleMessage): string => (quiet ? '✓' : urgency === 'high' ? '‼' : '○');

/** Services named in a line; the others are only counted. */
const maxNames = 3;

/** `Payments 8, Search 4, 2 more services` */
export const servicesLine = ({ services }: Pick<BundleMessage, 'services'>): string => {
  const names = services.slice(0, maxNames).map(({ name, count }) => `${name ?? 'no service'} ${count}`);
  const more = services.length - maxNames;
  return [...names, ...(more > 0 ? [pluralise(more, 'more service', 'more services')] : [])].join(', ');
};

/** `‼ 12 alert groups` */
export const bundleHeadline = (message: BundleMessage): string =>
  `${markOf(message)} ${message.quiet ? pluralise(message.count, 'update', 'updates') : pluralise(message.count, 'alert group', 'alert groups')}`;

/** The subject line of the mail. */
export const bundleSubject = (message: BundleMessage): string =>
  `${bundleHeadline(message)} · ${servicesLine(message)}`.replace(/\s+/g, ' ');

/** The facts, one line each: counts by service, groups still open from the previous message, the first titles, and the number of others. */
export const bundleLines = (message: BundleMessage): readonly string[] => {
  const { first, count, stillOpen, awayNote } = message;
  const more = count - new Set(first.map(({ groupId }) => groupId)).size;
  return [
    awayNote ?? '',
    servicesLine(message),
    ...first.map((page) => `${headline(page)}${page.serviceName === null ? '' : ` · ${page.serviceName}`}`),
    more > 0 ? `and ${more} more` : '',
    stillOpen > 0 ? `${pluralise(stillOpen, 'alert group', 'alert groups')} of the last message not acknowledged yet` : '',
  ].filter((line) => line !== '');
};

export const bundleButton = ({ quiet, count, link, listLink }: BundleMessage): { readonly label: string; readonly link: string } =>
  quiet ? { label: 'View alert groups', link: listLink } : { label: `Acknowledge all ${count}`, link };

export const bundleText = (message: BundleMessage): string => {
  const { label, link } = bundleButton(message);
  return [bundleHeadline(message), ...bundleLines(message), `${label}${message.quiet ? '' : ', or choose'}: ${link}`].join('\n');
};
