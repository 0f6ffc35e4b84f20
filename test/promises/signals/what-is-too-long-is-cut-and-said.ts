import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Cast, Promises } from './cast.js';

/** The truncated parts of the last signal. */
const cutOf = async ({ ana }: Cast): Promise<readonly string[]> => {
  const { body } = await ana.api.request<{ events: RecordedFact[] }>('GET', '/api/events?limit=100');
  const receivedEvent = body.events.find((event) => event.type === 'SignalReceived');
  if (receivedEvent?.type !== 'SignalReceived') throw new Error('no signal came');
  return receivedEvent.data.signal.cut;
};
const toLongKey = (end: string): string => `${'k'.repeat(2 * integrationLimits.dedupKeyCharacters)}${end}`;

export const whatIsTooLongIsCutAndSaid: Promises = {
  'it is taken all the same, and pages': async (cast) => {
    const { stage, ana } = cast;
    const signal = {
      summary: `Long ${'summary '.repeat(1_000)}`,
      key: 'long',
      details: 'd'.repeat(2 * integrationLimits.detailsBytes),
      labels: { host: 'h'.repeat(2 * integrationLimits.labelCharacters) },
    };
    expect(await cast.countRings(() => stage.generic(signal))).toEqual([1, 0]);
    expect(ana.phone.pages.at(-1)!.title).toMatch(/^Long summary .*…$/);
  },

  'each field to its limit, with a mark where it was cut': async (cast) => {
    const { alerts } = await cast.ana.api.row('alerts', (await cast.getLastGroup()).id);
    const { summary, details, labels } = alerts[0]!;
    expect([summary.length, Buffer.byteLength(details!), labels['host']!.length]).toEqual([
      integrationLimits.summaryCharacters,
      integrationLimits.detailsBytes,
      integrationLimits.labelCharacters,
    ]);
    for (const text of [summary, details, labels['host']]) expect(text).toMatch(/…$/);
  },

  'the history names the fields': async (cast) => {
    expect([...(await cutOf(cast))].toSorted()).toEqual(['details', 'labels', 'name', 'summary']);
    await cast.stage.generic({ summary: 'Short', key: 'short' });
    expect(await cutOf(cast)).toEqual([]);
  },

  'keys that differ only beyond the limit stay two': async (cast) => {
    const { stage } = cast;
    const { number } = await cast.getLastGroup();
    for (const end of ['one', 'two']) await stage.generic({ summary: `Key ${end}`, key: toLongKey(end) });
    await stage.generic({ key: toLongKey('one'), action: 'resolve' });
    expect((await stage.getGroup(number + 1)).status).toBe('resolved');
    expect((await stage.getGroup(number + 2)).status).toBe('firing');
  },
};
