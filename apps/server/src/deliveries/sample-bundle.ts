import { duration } from '@tocsin/contracts/duration.js';
import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { countByService } from './bundle-message.js';
import { digestOf } from './mail-ids.js';
import type { BundleMessage, PageMessage } from './notes.js';

/** The example’s alerts: title and service. */
const invented: readonly (readonly [title: string, service: string])[] = [
  ['Disk is full on db-1', 'Payments'],
  ['Replication lag on db-2', 'Payments'],
  ['Payment queue is growing', 'Payments'],
  ['Error rate of checkout above 5 %', 'Shop'],
  ['Slow answers of search', 'Shop'],
  ['Certificate expires in 2 days', 'Edge'],
  ['Backup of db-1 is late', 'Payments'],
];

/** Unacknowledged groups of the previous message, in the example. */
const stillOpen = 2;

/** The id of the n-th example object, derived from one id. */
const nthId = (id: string, n: number): string => `${id.slice(0, -2)}${n}${id.slice(-1)}`;

/** A typical message for several pages: other alerts that started within a minute of the page. Its links open nothing. */
export const sampleBundle = (page: PageMessage): BundleMessage => {
  const { personId, personName, urgency, quiet, timeZone, now, link, groupLink } = page;
  const pages = invented.map(([title, serviceName], n): PageMessage => {
    const number = page.number + n;
    const since = addMillis(page.since, n * 10 * duration.second);
    if (n === 0) return page;
    const ids = { pageId: nthId(page.pageId, n), groupId: nthId(page.groupId, n), attemptId: nthId(page.attemptId, n) };
    return { ...page, ...ids, number, title, serviceName, since, alerts: 1, firing: 1, groupLink: groupLink.replace(/\d+$/, `${number}`) };
  });
  return {
    bundleId: nthId(page.attemptId, pages.length),
    pagesDigest: digestOf(pages),
    personId,
    personName,
    urgency,
    quiet,
    count: pages.length,
    services: countByService(pages, ({ serviceName }) => serviceName),
    first: pages.slice(0, bundleLimits.titles),
    stillOpen,
    link,
    listLink: groupLink.replace(/\/[^/]*$/, ''),
    timeZone,
    now,
  };
};
