import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { sendSummary, type SummaryDependencies } from './weekly-summary.js';

const event = partOf<Parameters<typeof sendSummary>[1]>({
  id: '019bb4a0-0000-7000-8000-000000000001',
  ordinal: 9,
  type: 'WeeklySummaryDue',
  data: {
    personId: 'bo',
    from: '2026-11-16T00:00:00.000Z',
    to: '2026-11-23T00:00:00.000Z',
    timeZone: 'UTC',
    monday: '2026-11-23',
    nextAt: '2026-11-30T08:00:00.000Z',
  },
});

const quietReport = { bytes: '{"figures":{"openings":0,"interruptions":0,"channels":[]}}', hash: '' };

/** A server on which Bo gets the summary, and the mails that it sends. */
const createSetting = (changes: { readonly report?: () => void; readonly send?: () => void } = {}) => {
  const bo = { id: 'bo', name: 'Bo', email: 'bo@example.org', state: 'active' };
  const [sent, troubles]: [unknown[], unknown[]] = [[], []];
  const parts = {
    server: {
      held: null,
      reads: {
        people: new Map([['bo', bo]]),
        contacts: new Map([['bo', { weeklySummary: { dueAt: '' } }]]),
        teams: { all: () => [] },
      },
      troubles: { note: (_: string, error: unknown) => void troubles.push(error) },
    },
    mailer: {
      isConfigured: true,
      send: async (mail: unknown) => {
        changes.send?.();
        sent.push(mail);
      },
    },
    address: { url: () => 'https://tocsin.example' },
    reports: {
      report: async () => {
        changes.report?.();
        return quietReport;
      },
    },
  };
  return { bo, sent, troubles, send: () => sendSummary(partOf<SummaryDependencies>(parts), event) };
};

describe('the mail of a weekly summary', () => {
  it('is tried again hours later when the mail server is away', async () => {
    const throwAway = (): never => {
      throw new OutgoingFailed('delivery.provider_unreachable', 'ECONNREFUSED');
    };
    const outcome = { kind: 'failed', reason: 'delivery.provider_unreachable', retry: true, retryAfter: peopleLimits.summaryRetry };
    expect(await createSetting({ send: throwAway }).send()).toEqual(outcome);
  });

  it('is tried again hours later when its reports can’t be computed', async () => {
    const { send, troubles } = createSetting({
      report: () => {
        throw new Error('the thread of reports has ended');
      },
    });
    expect(await send()).toMatchObject({ kind: 'failed', retry: true, retryAfter: peopleLimits.summaryRetry });
    expect(troubles).toHaveLength(1);
  });

  it('goes to nobody who was disabled while it was made', async () => {
    const server = createSetting({ report: () => Object.assign(server.bo, { state: 'disabled' }) });
    expect(await server.send()).toEqual({ kind: 'unneeded' });
    expect(server.sent).toEqual([]);
    expect([await createSetting().send()]).toEqual([{ kind: 'done' }]);
  });
});
