import type { Recorded } from '@tocsin/contracts/envelope.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { linesOf } from './timeline-lines.js';

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
