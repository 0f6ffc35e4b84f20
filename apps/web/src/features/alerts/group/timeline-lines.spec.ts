import type { Recorded } from '@tocsin/contracts/envelope.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { byDay, foldLines, isFolded, linesOf, secondsOf } from './timeline-lines.js';

const event = (type: string, commandId: string, data: object = {}): Recorded =>
  partOf<Recorded>({ id: `${type} ${commandId}`, type, data, meta: { commandId } });
const lines = (...events: readonly Recorded[]) => linesOf(events).map(({ event: { type }, also }) => (also ? `${type} · ${also}` : type));

describe('one act is one line', () => {
  it('of somebody paged who acknowledges', () =>
    expect(
      lines(
        event('AckTimeoutPlanned', 'a'),
        event('EscalationStopped', 'a', { because: 'acknowledged' }),
        event('PageCancelled', 'a'),
        event('PageAnswered', 'a'),
        event('AlertGroupAcknowledged', 'a'),
      ),
    ).toEqual(['AlertGroupAcknowledged · escalation stopped']));

  it.each([
    'AlertGroupResolved',
    'ResponderJoined',
    'AlertGroupTakenOver',
    'AlertGroupAcknowledgedToo',
    'AcknowledgementRenewed',
    'AlertGroupEscalated',
  ])('of %s', (type) => expect(lines(event('PageAnswered', 'a'), event(type, 'a'))).toEqual([type]));

  it('and what is no part of it has its own', () =>
    expect(
      lines(
        event('PageAnswered', 'b'),
        event('EscalationStopped', 'c', { because: 'low_urgency' }),
        event('AlertGroupAcknowledged', 'a'),
        event('PageStarted', 'd', { cause: { kind: 'person' } }),
        event('PageStarted', 'e', { cause: { kind: 'escalation' } }),
      ),
    ).toEqual(['PageAnswered', 'EscalationStopped', 'AlertGroupAcknowledged', 'PageStarted']));
});

describe('a storm in the timeline', () => {
  const at = (type: string, second: number, data: object) =>
    partOf<Recorded>({
      id: `${type} ${second}`,
      type,
      data,
      meta: { commandId: `c${second}`, at: new Date(second * 1_000).toISOString() },
    });
  const joined = (second: number, count: number, more: object = {}) =>
    at('AlertsFired', second, { alerts: Array.from({ length: count }), ...more });
  const said = (...events: readonly Recorded[]) =>
    foldLines(linesOf(events)).map((line) => (isFolded(line) ? `${line.alerts} ${line.kind} in ${secondsOf(line)} s` : line.event.type));

  it('is one line with the number of alerts that joined', () => {
    expect(said(joined(47, 997), joined(40, 900), joined(34, 100), at('NoteAdded', 33, {}), joined(32, 1))).toEqual([
      '1997 joined in 13 s',
      'NoteAdded',
      'AlertsFired',
    ]);
  });

  it('keeps apart what resolved, and what raised the urgency', () => {
    const resolved = (second: number) => at('AlertsResolved', second, { fingerprints: ['a', 'b'] });
    expect(said(resolved(9), resolved(8), joined(7, 2, { news: 'raises_urgency' }), joined(6, 1), joined(5, 1))).toEqual([
      '4 resolved in 1 s',
      'AlertsFired',
      '2 joined in 1 s',
    ]);
  });

  it('has a heading for each day', () => {
    const days = byDay(foldLines(linesOf([at('NoteAdded', 90_000, {}), at('NoteAdded', 86_401, {}), at('NoteAdded', 1, {})])), (instant) =>
      instant.slice(0, 10),
    );
    expect(days.map(({ day, lines: some }) => [day, some.length])).toEqual([
      ['1970-01-02', 2],
      ['1970-01-01', 1],
    ]);
  });
});
