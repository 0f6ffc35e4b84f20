import type { BundleShown } from '@tocsin/contracts/alert-groups/page-link.js';
import { age } from '../../data/time/times.js';
import { element, type Child } from './element.js';
import { undoActions, type PageAction } from './page-words.js';

/** Actions of a bundled message: each applies to all its pages. */
export function bundleActions({ open, undoUntil }: BundleShown, now: number): readonly PageAction[] {
  const undo = undoActions(undoUntil, now);
  if (open === 0) return undo;
  const label = open === 1 ? 'Acknowledge' : `Acknowledge all ${open}`;
  return [...undo, { act: 'snooze', label: 'Snooze all 30 min', isMain: false }, { act: 'acknowledge', label, isMain: true }];
}

const statusOf = ({ status, holderName }: BundleShown['groups'][number]): string =>
  status === 'acknowledged' ? `${holderName ?? 'Someone'} acknowledged` : status === 'firing' ? '' : status;

/** All that a message for several pages contains; each leads to its own page. */
export function bundleLines(bundle: BundleShown, now: number): Child[] {
  const { count, open, services, groups, personName, urgency } = bundle;
  const more = count - groups.length;
  const status = open > 0 ? 'firing' : 'acknowledged';
  const rows = groups.map((group) => {
    const text = [group.serviceName, statusOf(group) || age(now - Date.parse(group.since))].filter(Boolean).join(' · ');
    const link = element('a', { href: `/p/${group.secret}` }, `#${group.number} ${group.title}`);
    return element('li', { className: group.status }, link, element('span', {}, ` ${text}`));
  });
  return [
    element('p', { className: `mark ${status}` }, `${urgency} urgency`),
    element('h1', {}, `${count} alert group${count === 1 ? '' : 's'}`),
    element('p', { className: 'since' }, services.map((one) => `${one.name ?? 'no service'} ${one.count}`).join(', ')),
    element(
      'p',
      { className: `status ${status}`, role: 'status' },
      open > 0 ? `${open} not acknowledged yet, ${personName}.` : 'All acknowledged or resolved.',
    ),
    element('section', { className: 'said', ariaLabel: 'Alert groups' }, element('ul', { className: 'bundle' }, ...rows)),
    more > 0 && element('p', {}, `and ${more} more`),
  ];
}
