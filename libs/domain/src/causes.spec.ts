import type { Recorded } from '@tocsin/contracts/envelope.js';
import { causeOf, causesOf, isEffectDependent, hasNamedCauses } from './causes.js';

const fact = (type: string, data: unknown, causationId: string | null): Recorded => ({
  id: `${type} itself`,
  stream: 'a stream',
  revision: 0,
  ordinal: 9,
  type,
  v: 1,
  data,
  meta: {
    at: '2026-11-21T03:00:00.000Z',
    actor: { kind: 'system', id: 'tocsin', roles: [] },
    commandId: 'a command',
    correlationId: 'a signal',
    causationId,
    logic: '0',
    node: 'a node',
  },
});
const item = (eventId: string, groupId: string | null) => ({ signal: { eventId }, groupId });
/** Three signals in one run, two of which are about one alert group. */
const run = fact('SignalsRouted', { items: [item('first', 'g1'), item('second', 'g2'), item('third', 'g1'), item('last', null)] }, 'last');

describe('what led to an event', () => {
  it('is what its metadata names', () => {
    expect(causesOf(fact('PageStarted', {}, 'a step'))).toEqual(['a step']);
    expect(causesOf(fact('NoteAdded', {}, null))).toEqual([]);
  });

  it('is every signal of a run, each once', () => {
    expect(causesOf(run)).toEqual(['last', 'first', 'second', 'third']);
  });

  it('is the signal that it names, too', () => {
    const openedEvent = fact('AlertGroupOpened', { origin: { kind: 'signal', signal: { eventId: 'first' } } }, run.id);
    expect(causesOf(openedEvent)).toEqual([run.id, 'first']);
    expect(causesOf(fact('AlertGroupOpened', { origin: { kind: 'page' } }, 'asked'))).toEqual(['asked']);
    expect(causesOf(fact('AlertGroupResolved', { signal: null }, 'a timer'))).toEqual(['a timer']);
  });

  it('is read from its data only where that names something', () => {
    expect(['SignalsRouted', 'AlertsFired', 'AttemptStarted', 'constructor'].map(hasNamedCauses)).toEqual([true, true, false, false]);
  });
});

describe('the cause behind a run of signals', () => {
  it('is the signal that its effect names, not the last of the run', () => {
    const firedEvent = fact('AlertsFired', { groupId: 'g1', signal: { eventId: 'third' } }, run.id);
    expect(causeOf(run, [firedEvent])).toBe('third');
    expect(causeOf(firedEvent, [])).toBe(run.id);
  });

  it('is the signal that was named by what was decided together with its effect', () => {
    const plannedEvent = fact('EscalationStepPlanned', { groupId: 'g1' }, run.id);
    expect(causeOf(run, [fact('AlertsFired', { groupId: 'g1', signal: { eventId: 'third' } }, run.id), plannedEvent])).toBe('third');
  });

  it('is the first signal about the group of an effect that names none', () => {
    expect(causeOf(run, [fact('AlertGroupReopened', { groupId: 'g1' }, run.id)])).toBe('first');
    expect(causeOf(run, [fact('AlertGroupReopened', { groupId: 'g2' }, run.id)])).toBe('second');
  });

  it('is what its metadata names for whoever comes from elsewhere', () => {
    expect(causeOf(run, [])).toBe('last');
    expect(causeOf(run, [fact('EffectEnded', {}, run.id)])).toBe('last');
    expect([isEffectDependent('SignalsRouted'), isEffectDependent('AlertGroupOpened')]).toEqual([true, false]);
  });
});
