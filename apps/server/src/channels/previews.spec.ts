import { contactKinds } from '@tocsin/contracts/contacts/kinds.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { SmtpMailer } from '@tocsin/platform/mail/smtp-mailer.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { Channels } from './channels.js';
import type { ChannelDependencies } from './dependencies.js';
import { page } from '../deliveries/message.fixture.js';
import { previewsOf } from './previews.js';
import { sampleBundle } from '../deliveries/sample-bundle.js';
import { samplePage } from '../deliveries/sample-page.js';

const http = new OutgoingHttp({});
afterAll(() => http.close());
/** All channels that the server has: a new kind is previewed here without being named. */
const { byKind: channels } = new Channels({
  server: partOf<ChannelDependencies['server']>({ vault: new MemoryVault() }),
  calls: { http, mailer: new SmtpMailer({ server: () => null }) },
  tabs: { notifyTabs: async () => false },
  address: { url: () => 'https://tocsin.example' },
  push: { onAnswer: () => undefined },
  connections: { begin: () => true, isStopped: () => false, onAnswer: () => undefined },
});

/** The parts of a page, in reading order. */
const inOrder = ['‼', '#1042', 'Disk is full on db-1', 'Payments', 'Firing since', '3 alerts', 'Also paged: Bo, Chris'];

const of = (channel: string, changes: Parameters<typeof page>[0] = {}) => {
  const preview = previewsOf(channels, 'page', page(changes)).find((one) => one.channel === channel)!;
  return { ...preview, whole: `${preview.title ?? ''}\n${preview.text}` };
};
const placesOf = (wholeText: string, parts: readonly string[]) => parts.map((part) => wholeText.indexOf(part));

describe('what a page says', () => {
  it('is shown by every channel there is', () => {
    expect(
      previewsOf(channels, 'page', page())
        .map(({ channel }) => channel)
        .toSorted(),
    ).toEqual(contactKinds.toSorted());
  });

  it.each(['email', 'push'])('stands in one order, and then where the problem is: %s', (channel) => {
    const places = placesOf(of(channel).text.includes('‼') ? of(channel).text : of(channel).whole, [
      ...inOrder,
      'cluster=eu-1',
      'From Prometheus',
    ]);
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('leads to the page and the runbook in a mail', () => {
    const { text } = of('email');
    expect(placesOf(text, ['Also paged', 'https://tocsin.example/p/SECRET', 'https://wiki.example/disk']).every((place) => place > 0)).toBe(
      true,
    );
  });

  it('is for a program the same, by name', () => {
    const body = JSON.parse(of('webhook').text) as Record<string, unknown>;
    const { urgency, number, title, service, since, alerts, othersPaged, link, source, labels } = body;
    expect({ urgency, number, title, service, alerts, othersPaged }).toEqual({
      urgency: 'high',
      number: 1042,
      title: 'Disk is full on db-1',
      service: 'Payments',
      alerts: 3,
      othersPaged: ['Bo', 'Chris'],
    });
    expect([since, link, source]).toEqual(['2026-11-21T03:00:00.000Z', 'https://tocsin.example/p/SECRET', 'Prometheus']);
    expect(labels).toMatchObject({ instance: 'db-1' });
    expect(body['links']).toContainEqual(expect.objectContaining({ kind: 'runbook' }));
  });

  it('is in a tab the mark, number, title and service: the rest is on the screen behind it', () => {
    expect(of('browser')).toMatchObject({ title: '‼ #1042 Disk is full on db-1', text: 'Payments' });
  });

  it.each(contactKinds)('has a title of 60 characters at most: %s', (channel) => {
    const { whole } = of(channel, { title: `${'x'.repeat(70)}END` });
    expect(whole).toMatch(/(?<!x)x{59}(?:…|\.{3})/);
    expect(whole).not.toContain('END');
  });
});

describe('what a message for several pages says', () => {
  const sample = samplePage({ personName: 'Ana', timeZone: 'UTC', now: '2026-11-21T03:12:00.000Z', url: 'https://tocsin.example' });
  const bundle = sampleBundle(sample);
  const bundled = previewsOf(channels, 'bundle', bundle);
  const wholeOf = (channel: string): string => {
    const { title, text } = bundled.find((one) => one.channel === channel)!;
    return `${title ?? ''}\n${text}`;
  };

  it('is shown by every channel there is, by what makes the real one', () => {
    expect(bundled.map(({ channel }) => channel).toSorted()).toEqual(contactKinds.toSorted());
    for (const { channel, ...preview } of bundled) expect(preview).toEqual(channels[channel].preview('bundle', bundle));
  });

  it('counts the groups by service and names the first of them', () => {
    const mail = wholeOf('email');
    expect(mail).toContain('7');
    expect(placesOf(mail, ['Payments', 'Shop', 'Edge', sample.title, 'and 2 more']).every((place) => place >= 0)).toBe(true);
    expect(JSON.parse(bundled.find(({ channel }) => channel === 'webhook')!.text)).toMatchObject({
      type: 'bundle',
      count: 7,
      services: [
        { name: 'Payments', count: 4 },
        { name: 'Shop', count: 2 },
        { name: 'Edge', count: 1 },
      ],
      stillOpen: 2,
    });
  });
});
