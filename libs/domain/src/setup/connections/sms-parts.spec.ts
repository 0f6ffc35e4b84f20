import type { Fact, RecordedFact } from '@tocsin/contracts/catalogue.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { react } from '@tocsin/kernel/react/process.js';
import { byOwner, bySystem, idOf, readsOf, recordedFacts } from '../../configuration.fixture.js';
import { connectionsDecider } from './decider.js';
import { twilioId } from './facts.fixture.js';
import { smsPartsProcess } from './sms-parts.process.js';

const sent = (count: number, unit: 'part' | 'minute' = 'part'): Fact => ({
  type: 'VerificationSent',
  data: { personId: idOf('01'), contactMethodId: idOf('02'), charge: { unit, count, connectionId: twilioId, country: '+41' } },
});
/** What owners are told of after messages with so many parts, each after all of them, as a server that lags decides. */
const toldAfter = (events: readonly RecordedFact[]): readonly unknown[] => {
  const reads = readsOf(events);
  return events
    .flatMap((event) => react([smsPartsProcess], event, new Map()))
    .map(({ command }) => given(connectionsDecider).when(command, { actor: bySystem, reads }))
    .flatMap((decided) => (decided.nothing() ? [] : decided.facts()))
    .map(({ data }) => (data as { readonly parts: number }).parts);
};
const at = (events: readonly RecordedFact[], day: string): readonly RecordedFact[] =>
  events.map((event) => ({ ...event, meta: { ...event.meta, at: `${day}T12:00:00.000Z` } }));

describe('the parts of SMS of a day', () => {
  it('are told to the owners at 200 and at each doubling, once', () => {
    expect(toldAfter(recordedFacts([sent(199)]))).toEqual([]);
    expect(toldAfter(recordedFacts([sent(199), sent(1), sent(1), sent(198), sent(1), sent(1), sent(398), sent(1)]))).toEqual([
      200, 400, 800,
    ]);
  });

  it('are told once when one message passes two levels', () => {
    expect(toldAfter(recordedFacts([sent(900), sent(1)]))).toEqual([900]);
  });

  it('begin again with each day, and calls are none', () => {
    expect(toldAfter([...at(recordedFacts([sent(199)]), '2026-11-06'), ...at(recordedFacts([sent(1)]), '2026-11-07')])).toEqual([]);
    expect(toldAfter(recordedFacts([sent(500, 'minute')]))).toEqual([]);
  });

  it('are noted by Tocsin alone', () => {
    const note = { type: 'NoteSmsParts', data: { connectionId: twilioId, sentBy: idOf('aa') } };
    expect(given(connectionsDecider).when(note, { actor: byOwner }).refusal()).toBe('permission.denied');
    expect(
      given(connectionsDecider)
        .when(note, { actor: bySystem, reads: readsOf([]) })
        .nothing(),
    ).toBe(true);
  });
});
