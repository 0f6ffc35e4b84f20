import type { ForeignEvent } from '@tocsin/contracts/imported-history/events.js';
import { HistoryAlerts } from './history-alerts.js';

const common = {
  system: 'opsgenie',
  account: 'a',
  recordedAt: '2026-11-28T12:00:00.000Z',
  foreignId: 'one',
  state: 1,
  hash: 'h',
  at: '2026-01-01T00:00:00.000Z',
} as const;
const by = { kind: 'person', id: '01900000-0000-7000-8000-000000000001' } as const;
const noted = (body: string): ForeignEvent => ({
  type: 'ImportedAct',
  data: { ...common, alertId: 'one', act: 'noted', by, words: { title: '', body } },
});
const signal: ForeignEvent = {
  type: 'ImportedSignal',
  data: {
    ...common,
    words: { title: 'Disk is full', body: 'x'.repeat(60_000) },
    service: null,
    integration: null,
    urgency: 'high',
    priority: 'P1',
    isRaw: false,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
  },
};

describe('the list of another system’s alerts', () => {
  const listed = (...events: readonly ForeignEvent[]) => {
    const alerts = new HistoryAlerts();
    for (const event of events) alerts.take('imported-alert-opsgenie-one', event);
    return alerts.all();
  };

  it('has the note of an alert whole, and of a long one its beginning, which ends in no half of a reference', () => {
    expect(listed(signal, noted('Emptied /var/log'))).toMatchObject([{ title: 'Disk is full', note: 'Emptied /var/log' }]);
    expect(listed(signal, noted('x'.repeat(60_000)))[0]!.note).toHaveLength(2_001);
    expect(listed(signal, noted(`${'x'.repeat(1_980)}{person:${by.id}} said more`))[0]!.note).toBe(`${'x'.repeat(1_980)}…`);
  });

  it('has none of the texts from a redaction on, nor what is imported of it later as erased', () => {
    const redacted: ForeignEvent = {
      type: 'ImportedTextsRedacted',
      data: { system: 'opsgenie', alertId: 'one', by: by.id, recordedAt: common.recordedAt },
    };
    expect(listed(signal, noted('Emptied /var/log'), redacted)).toMatchObject([{ title: '[redacted]', note: '[redacted]' }]);
  });

  it('has what its sender said, where the other system kept that: read by the door of the integration that stands for its own', () => {
    const asked: unknown[] = [];
    const alerts = new HistoryAlerts((body, integrationKey, at) => {
      asked.push([body, integrationKey, at]);
      return { kind: 'alertmanager', alerts: [] };
    });
    const raw = { ...signal.data, isRaw: true, integration: { id: 'I1', name: '' }, words: { title: 'Disk is full', body: '{}' } };
    alerts.take('raw', { type: 'ImportedSignal', data: raw });
    alerts.take('rebuilt', signal);
    expect(asked).toEqual([['{}', 'opsgenie:a:I1', common.at]]);
    expect(alerts.all().map(({ said }) => said?.kind ?? null)).toEqual(['alertmanager', null]);
  });
});
