import type { Recorded } from '@tocsin/contracts/envelope.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { actLines } from './act-lines.js';

const event = (type: string, commandId: string): Recorded => partOf<Recorded>({ type, data: {}, meta: { commandId } });
const lines = (...events: readonly Recorded[]) => actLines(events).map(({ event: { type }, also }) => (also ? `${type} · ${also}` : type));

describe('what one command recorded together', () => {
  it('is one line, which says that the escalation stopped', () =>
    expect(lines(event('EscalationStopped', 'a'), event('PageAnswered', 'a'), event('AlertGroupAcknowledged', 'a'))).toEqual([
      'AlertGroupAcknowledged · escalation stopped',
    ]));

  it('is not said twice where a step names whom it paged', () =>
    expect(lines(event('EscalationStepTaken', 'a'), event('PageStarted', 'a'), event('AlertGroupOpened', 'a'))).toEqual([
      'EscalationStepTaken',
      'AlertGroupOpened',
    ]));

  it('is the change of a schedule and who is on call then; its plan of the next handoff is said where it stands alone', () =>
    expect(
      lines(
        event('HandoffPlanned', 'a'),
        event('OnCallChanged', 'a'),
        event('ScheduleVersionTookEffect', 'a'),
        event('ScheduleChanged', 'a'),
        event('HandoffPlanned', 'b'),
      ),
    ).toEqual(['OnCallChanged', 'ScheduleChanged', 'HandoffPlanned']));

  it('keeps lines of their own where what they belong to is not read', () =>
    expect(lines(event('EscalationStopped', 'b'), event('PageStarted', 'b'), event('AlertGroupAcknowledged', 'a'))).toEqual([
      'EscalationStopped',
      'PageStarted',
      'AlertGroupAcknowledged',
    ]));
});
