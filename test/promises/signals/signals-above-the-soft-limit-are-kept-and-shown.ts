import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Cast, Promises } from './cast.js';

const signalCount = integrationLimits.ingestSoft.signals + 5;

/** Signals of the integration within five minutes, as its service shows them. */
const countRecentSignals = async ({ stage, ana }: Cast, kind: string): Promise<number> => {
  const rows = await ana.api.list('integrations');
  const { id } = rows.find((row) => row.kind === kind)!;
  const row = await stage.getRow('arrivals', id);
  return row.minutes.reduce((sum, { signals }) => sum + signals, 0);
};

export const signalsAboveTheSoftLimitAreKeptAndShown: Promises = {
  'all are taken, and each is on the log and counted': async (cast) => {
    const { stage } = cast;
    const { path } = await stage.integration('generic');
    const signal = { summary: 'Often', key: 'often', severity: 'warning' };
    const answers = await Promise.all(Array.from({ length: signalCount }, () => stage.tocsin.anonymous.request('POST', path, signal)));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([202]);
    await stage.settle();
    expect(await countRecentSignals(cast, 'generic')).toBe(signalCount);
    expect(await cast.getLastGroup()).toMatchObject({ status: 'firing', alerts: 1 });
  },

  'of each integration by itself: another one is not above its limit': async (cast) => {
    await cast.stage.pagerduty('trigger', 'calm');
    expect(await countRecentSignals(cast, 'pagerduty-events')).toBeLessThan(integrationLimits.ingestSoft.signals);
  },

  'health says which': async (cast) => {
    const { body } = await cast.ana.api.request<{ ingest: { aboveSoftLimit: readonly { signals: number }[] } }>('GET', '/api/health');
    expect(body.ingest.aboveSoftLimit.map(({ signals }) => signals > integrationLimits.ingestSoft.signals)).toEqual([true]);
  },

  'after a restart it is still shown, and after five minutes no longer': async (cast) => {
    const { stage, ana } = cast;
    const before = await countRecentSignals(cast, 'generic');
    await stage.restart();
    await stage.settle();
    expect(await countRecentSignals(cast, 'generic')).toBe(before);
    await stage.advance('PT6M');
    const { body } = await ana.api.request<{ ingest: { aboveSoftLimit: readonly unknown[] } }>('GET', '/api/health');
    expect(body.ingest.aboveSoftLimit).toEqual([]);
    // nothing was refused or limited by that
    await stage.generic({ summary: 'Often', key: 'often', severity: 'warning' });
    expect(await cast.getLastGroup()).toMatchObject({ status: 'firing', alerts: 1 });
  },
};
