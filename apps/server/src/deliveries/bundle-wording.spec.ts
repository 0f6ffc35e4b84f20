import { bundleButton, bundleLines, bundleSubject, bundleText } from './bundle-wording.js';
import type { WebhookBundle } from '@tocsin/contracts/contacts/webhook.js';
import type { BundleMessage } from './notes.js';
import { bundleHtml } from './mail-html.js';
import { page } from './message.fixture.js';
import { bundlePush } from '../channels/push/render.js';
import { renderWebhook } from '../channels/webhook/render.js';

const titlesOf = (n: number, serviceName: string) =>
  page({ groupId: `0197a001-0000-7000-8000-00000000010${n}`, number: 1_040 + n, title: `Disk ${n} <is> full`, serviceName });

const bundle = (changes: Partial<BundleMessage> = {}): BundleMessage => ({
  bundleId: '0197a001-0000-7000-8000-000000000009',
  pagesDigest: '0123456789abcdef',
  personId: '0197a001-0000-7000-8000-000000000004',
  personName: 'Ana',
  urgency: 'high',
  quiet: false,
  count: 12,
  services: [
    { name: 'Payments', count: 8 },
    { name: 'Search', count: 3 },
    { name: null, count: 1 },
  ],
  first: [1, 2, 3, 4, 5].map((n) => titlesOf(n, n < 4 ? 'Payments' : 'Search')),
  stillOpen: 0,
  link: 'https://tocsin.example/p/SECRET',
  listLink: 'https://tocsin.example/alerts',
  timeZone: 'Europe/Berlin',
  now: '2026-11-21T03:12:01.000Z',
  ...changes,
});

describe('a message for several pages', () => {
  it('says counts by service, five titles, how many more, and how to acknowledge all', () => {
    expect(bundleText(bundle()).split('\n')).toEqual([
      '‼ 12 alert groups',
      'Payments 8, Search 3, no service 1',
      '‼ #1041 Disk 1 <is> full · Payments',
      '‼ #1042 Disk 2 <is> full · Payments',
      '‼ #1043 Disk 3 <is> full · Payments',
      '‼ #1044 Disk 4 <is> full · Search',
      '‼ #1045 Disk 5 <is> full · Search',
      'and 7 more',
      'Acknowledge all 12, or choose: https://tocsin.example/p/SECRET',
    ]);
    expect(bundleSubject(bundle())).toBe('‼ 12 alert groups · Payments 8, Search 3, no service 1');
  });

  it('names three services, and counts the others', () => {
    const services = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, count: 2 }));
    expect(bundleSubject(bundle({ services }))).toBe('‼ 12 alert groups · A 2, B 2, C 2, 2 more services');
  });

  it('says what of the message before it is still open', () => {
    expect(bundleLines(bundle({ stillOpen: 3 })).at(-1)).toBe('3 alert groups of the last message not acknowledged yet');
  });

  it('asks for nothing where it is quiet, and leads to the list', () => {
    const quietBundle = bundle({ quiet: true, urgency: 'low' });
    expect(bundleButton(quietBundle)).toEqual({ label: 'View alert groups', link: 'https://tocsin.example/alerts' });
    expect(bundleSubject(quietBundle)).toContain('✓ 12 updates');
    expect(bundlePush(quietBundle)).toMatchObject({ quiet: true, actions: [], opens: '/alerts' });
  });

  it('takes the place of the person’s last one on a device, apart by urgency', () => {
    const { tag, actions, opens } = bundlePush(bundle());
    expect(actions).toEqual([{ act: 'acknowledge', title: 'Acknowledge all' }]);
    expect(opens).toBe('/p/SECRET');
    expect(bundlePush(bundle({ bundleId: '0197a001-0000-7000-8000-00000000000a' })).tag).toBe(tag);
    expect(bundlePush(bundle({ urgency: 'low' })).tag).not.toBe(tag);
    expect(tag).toMatch(/^[a-z0-9]{32}$/);
  });

  it('is JSON for a program, with the first of its pages', () => {
    expect(renderWebhook.bundle(bundle()).content).toMatchObject({
      type: 'bundle',
      count: 12,
      urgency: 'high',
      link: 'https://tocsin.example/p/SECRET',
    });
    expect((renderWebhook.bundle(bundle()).content as WebhookBundle).pages).toHaveLength(5);
  });

  it('is a mail with one button, whose titles can’t be markup', () => {
    const html = bundleHtml(bundle());
    expect(html).toContain('Acknowledge all 12</a>');
    expect(html).toContain('Disk 1 &lt;is&gt; full');
  });
});
