import type { WebhookRecorded } from '@tocsin/contracts/event-subscriptions/webhook-events.js';
import { eventsCard } from './channel-post.js';

const url = 'https://tocsin.example.org';
const recorded = (more: Partial<WebhookRecorded> = {}): WebhookRecorded => ({
  id: '01900000-0000-7000-8000-0000000000e1',
  type: 'alerts.recorded',
  at: '2026-11-28T23:59:59.000Z',
  integration: { id: '01900000-0000-7000-8000-000000000017', name: 'Alertmanager' },
  service: { id: '01900000-0000-7000-8000-00000000005e', name: 'Checkout' },
  count: 1,
  alerts: [{ name: 'Disk', summary: 'Disk is full', severity: 'info', labels: {} }],
  link: `${url}/services/01900000-0000-7000-8000-00000000005e`,
  ...more,
});
const cardOf = (...all: readonly WebhookRecorded[]) =>
  eventsCard({ type: 'events', id: all[0]!.id, subscriptionId: all[0]!.id, events: [], recorded: [...all] }, url);

describe('a message about alerts that are recorded only', () => {
  it('says what its sender says, and that nobody is paged by it', () => {
    expect(cardOf(recorded())).toMatchObject({ title: '○ Disk is full', lines: ['Recorded only.', 'Checkout'], buttons: [] });
    expect(cardOf(recorded({ type: 'alerts.recorded_ended', count: 3 }))).toMatchObject({
      title: '✓ Disk is full and 2 more',
      lines: ['Resolved.', 'Checkout'],
    });
  });

  it('names the integration where the words are gone', () => {
    expect(cardOf(recorded({ alerts: [], count: 2 }))).toMatchObject({ title: '○ An alert of Alertmanager and 1 more' });
  });

  it('lists five of many, and counts the rest by service', () => {
    const { title, lines } = cardOf(...Array.from({ length: 8 }, () => recorded()));
    expect(title).toBe('8 updates');
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toBe('and 3 more: Checkout 8');
  });
});
