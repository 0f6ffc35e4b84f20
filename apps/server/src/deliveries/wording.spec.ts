import type { PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import type { PageMessage } from './notes.js';
import { page } from './message.fixture.js';
import { pageText, shortenTitle, subject } from './wording.js';

const lines = (changes: Partial<PageMessage> = {}): string[] => pageText(page(changes)).split('\n');

describe('a page', () => {
  it('says mark, number, title, service, since when, how many alerts, who else, link, in this order', () => {
    expect(lines()).toEqual([
      '‼ #1042 Disk is full on db-1',
      'Payments',
      'Firing since Sat 21 Nov, 04:00 CET (12 min ago)',
      '3 alerts',
      'Also paged: Bo, Chris',
      'Acknowledge: https://tocsin.example/p/SECRET',
      '',
      'Runbook: https://wiki.example/disk',
      'Source: https://prom.example/graph',
      '/var is 97 % full and grows by 1 GB an hour.',
      'cluster=eu-1 · namespace=pay',
      'From Prometheus',
    ]);
  });

  it('names the first of alerts that differ, cuts what is long, and shows no picture', () => {
    const about = {
      description: 'x'.repeat(1_200),
      labels: { pod: 'p'.repeat(300), __name__: 'up' },
      links: [
        { kind: 'image' as const, href: 'https://g.example/1.png', text: '' },
        { kind: 'dashboard' as const, href: 'https://g.example/d', text: '' },
      ],
      examples: ['Disk on db-1', 'Disk\n on db-2'],
    };
    const bodyLines = lines({ about, alerts: 7, sourceName: null });
    expect(bodyLines.slice(bodyLines.indexOf('') + 1)).toEqual([
      'Dashboard: https://g.example/d',
      '• Disk on db-1',
      '• Disk on db-2',
      'and 5 more',
      `${'x'.repeat(999)}…`,
      `pod=${'p'.repeat(119)}…`,
    ]);
  });

  it('says only what there is', () => {
    const about = { description: null, labels: {}, links: [], examples: [] };
    expect(lines({ urgency: 'low', serviceName: null, alerts: 1, firing: 1, othersPaged: [], about, sourceName: null })).toEqual([
      '○ #1042 Disk is full on db-1',
      'Firing since Sat 21 Nov, 04:00 CET (12 min ago)',
      '1 alert',
      'Acknowledge: https://tocsin.example/p/SECRET',
    ]);
  });

  it('says how much is shown when the sender cut its list, but not once it is over', () => {
    const cutNote = 'Showing 2 of 5 alerts: the source left out 3. Raise its max_alerts to see all.';
    const cutList = { listed: 2, of: 5 };
    expect(lines({ alerts: 2, firing: 2, cutList })).toContain(cutNote);
    // it knows more alerts, from earlier lists
    expect(lines({ alerts: 4, firing: 4, cutList })).toContain(
      'The source listed 2 of 5 alerts and left out 3. Raise its max_alerts to see all.',
    );
    expect(lines({ alerts: 2, firing: 2, cutList, cause: { kind: 'resolved' } })).not.toContain(cutNote);
  });

  it('says how many still fire when some do not', () => {
    expect(lines({ firing: 1 })).toContain('3 alerts, 1 firing');
  });

  it('names five of many others', () => {
    expect(lines({ othersPaged: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] })).toContain('Also paged: A, B, C, D, E and 2 more');
  });
});

describe('why one is paged', () => {
  const link = 'https://tocsin.example/p/SECRET';
  const group = 'https://tocsin.example/alerts/1042';
  const table: [PageCause, string, string, string][] = [
    [
      { kind: 'escalation', round: 2, step: 1 },
      'No one acknowledged yet. Repeat 1 of the policy.',
      `Acknowledge: ${link}`,
      '‼ #1042 Disk is full on db-1 · Payments',
    ],
    [
      { kind: 'holder_first', because: 'refire' },
      'Firing again. It was assigned to you.',
      `Acknowledge: ${link}`,
      '‼ #1042 Disk is full on db-1 · firing again · Payments',
    ],
    [
      { kind: 'holder_first', because: 'ack_timeout' },
      'Firing again: you did not renew your acknowledgement in time.',
      `Acknowledge: ${link}`,
      '‼ #1042 Disk is full on db-1 · firing again · Payments',
    ],
    [
      { kind: 'holder_first', because: 'snooze_ended' },
      'Your snooze ended and it is still firing.',
      `Acknowledge: ${link}`,
      '‼ #1042 Disk is full on db-1 · firing again · Payments',
    ],
    [
      { kind: 'holder_first', because: 'news' },
      'Firing again with a new alert. It was assigned to you.',
      `Acknowledge: ${link}`,
      '‼ #1042 Disk is full on db-1 · firing again · Payments',
    ],
    [
      { kind: 'exhausted', role: 'manager' },
      'No one acknowledged. Everyone in the policy was paged; you are paged as manager.',
      `Acknowledge: ${link}`,
      '‼ #1042 Disk is full on db-1 · not acknowledged · Payments',
    ],
    [
      { kind: 'person', by: page().personId },
      'Bo asks you to help.',
      `Seen, keep paging: ${link}`,
      '‼ #1042 Disk is full on db-1 · Bo asks you to help · Payments',
    ],
    [
      { kind: 'reminder' },
      'Still working on it? Without an answer, you are paged again.',
      `Still on it: ${link}`,
      '‼ #1042 Disk is full on db-1 · still working on it? · Payments',
    ],
    [
      { kind: 'update', fingerprints: ['a', 'b'] },
      '2 new alerts in an alert group assigned to you. No action needed.',
      `See new alerts: ${link}`,
      '‼ #1042 Disk is full on db-1 · new alerts · Payments',
    ],
    [
      { kind: 'resolved' },
      'Resolved. No action needed.',
      `View alert group: ${group}`,
      '✓ #1042 Disk is full on db-1 · resolved · Payments',
    ],
    [{ kind: 'test' }, 'This is a test.', `Acknowledge: ${link}`, 'Test: ‼ #1042 Disk is full on db-1 · Payments'],
  ];

  it.each(table)('%j', (cause, sentence, last, oneLine) => {
    const bodyLines = lines({ cause, askedBy: 'Bo' });
    expect([bodyLines[1], bodyLines[bodyLines.indexOf('') - 1]]).toEqual([sentence, last]);
    expect(subject(page({ cause, askedBy: 'Bo' }))).toBe(oneLine);
  });

  it('asks for nothing once it resolved, and says from when it fired', () => {
    const text = pageText(page({ cause: { kind: 'resolved' }, firing: 0 }));
    expect(text).not.toMatch(/acknowledge|SECRET/i);
    expect(text).toContain('Fired from Sat 21 Nov, 04:00 CET');
  });

  it('says that it is a test whatever the cause', () => {
    expect(lines({ test: true })[1]).toBe('This is a test.');
    expect(subject(page({ test: true }))).toMatch(/^Test: /);
  });

  it('says that it is a drill, as its title does, and not that it is a test', () => {
    const drilled = { test: true, drill: true as const, title: 'DRILL: alert on Payments' };
    expect(lines(drilled)[1]).toBe('This is a drill: nothing is broken. A real page ends it.');
    expect(subject(page(drilled))).toMatch(/^‼ #1042 DRILL: alert on Payments/);
  });
});

describe('a page that comes late', () => {
  it.each([
    ['30 minutes', '2026-11-21T03:42:00.000Z', '2026-11-21T03:12:00.000Z', undefined],
    ['more', '2026-11-21T03:42:01.000Z', '2026-11-21T03:12:00.000Z', 'Late: it was due 30 min ago (Sat 21 Nov, 04:12 CET).'],
  ])('after %s', (_, now, dueAt, sentence) => {
    expect(lines({ now, dueAt }).find((line) => line.startsWith('Late'))).toBe(sentence);
  });

  it('says in place of how many it stands, however late', () => {
    const missed = ['2026-11-21T03:13:00.000Z', '2026-11-21T03:14:00.000Z'];
    const now = '2026-11-21T03:20:00.000Z';
    expect(lines({ now, missedTimes: missed })[1]).toBe('Late: it was due 8 min ago (Sat 21 Nov, 04:12 CET), and 2 more times since.');
  });

  it('says that Tocsin was away', () => {
    expect(lines({ awayNote: 'Tocsin was away 02:10–02:50.' })[1]).toBe('Tocsin was away 02:10–02:50.');
  });
});

describe('a title', () => {
  it.each([
    ['as it is', 'Disk is full', 'Disk is full'],
    ['at most 60 characters', 'x'.repeat(61), `${'x'.repeat(59)}…`],
    ['exactly 60', 'x'.repeat(60), 'x'.repeat(60)],
    ['no half of a character', '😀'.repeat(61), `${'😀'.repeat(59)}…`],
    ['a family is one', '👨‍👩‍👧'.repeat(61), `${'👨‍👩‍👧'.repeat(59)}…`],
    ['one line', ' Disk\r\nBcc: eve@example.org\tfull ', 'Disk Bcc: eve@example.org full'],
  ])('%s', (_, title, short) => {
    expect(shortenTitle(title)).toBe(short);
  });
});
