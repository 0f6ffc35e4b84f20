import type { BundleShown } from '@tocsin/contracts/page-link.js';
import { age } from '../../data/time/times.js';
import { element } from './element.js';
import type { PageAction } from './page-words.js';

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

/** Actions of a bundled message: each applies to all its pages. */
export function bundleActions({ open, undoUntil }: BundleShown, now: number): readonly PageAction[] {
  const left = undoUntil === null ? 0 : Math.ceil((Date.parse(undoUntil) - now) / 1_000);
  const undo: readonly PageAction[] = left > 0 ? [{ act: 'undo', label: `Undo (${left} s)`, isMain: false }] : [];
  if (open === 0) return undo;
  const label = open === 1 ? 'Acknowledge' : `Acknowledge all ${open}`;
  return [...undo, { act: 'snooze', label: 'Snooze all 30 min', isMain: false }, { act: 'acknowledge', label, isMain: true }];
}

const statusOf = ({ status, holderName }: BundleShown['groups'][number]): string =>
  status === 'acknowledged' ? `${holderName ?? 'Someone'} acknowledged` : status === 'firing' ? '' : status;

/** All that a message for several pages contains; each leads to its own page. */
export function bundleLines(bundle: BundleShown, now: number): HTMLElement[] {
  const { count, open, services, groups, personName, urgency } = bundle;
  const more = count - groups.length;
  const rows = groups.map((group) => {
    const text = [group.serviceName, statusOf(group) || age(now - Date.parse(group.since))].filter(Boolean).join(' · ');
    const link = element('a', { href: `/p/${group.secret}` }, `#${group.number} ${group.title}`);
    return element('li', { className: group.status }, link, element('span', {}, ` ${text}`));
  });
  return [
    element('p', { className: `mark ${open > 0 ? 'firing' : 'acknowledged'}` }, `${urgency} urgency`),
    element('h1', {}, many(count, 'alert group', 'alert groups')),
    element('p', { className: 'since' }, services.map((one) => `${one.name ?? 'no service'} ${one.count}`).join(', ')),
    element(
      'p',
      { className: `status ${open > 0 ? 'firing' : 'acknowledged'}`, role: 'status' },
      open > 0 ? `${open} not acknowledged yet, ${personName}.` : 'All acknowledged or resolved.',
    ),
    element('section', { className: 'said', ariaLabel: 'Alert groups' }, element('ul', { className: 'bundle' }, ...rows)),
    ...(more > 0 ? [element('p', {}, `and ${more} more`)] : []),
  ];
}
