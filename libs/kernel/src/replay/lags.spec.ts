import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Batch, History } from './history.js';
import { Lags, type Lag } from './lags.js';
import type { Origin } from './origin.js';
import type { PlannedTimers } from './planned-timers.js';

const group = 'alertGroup-1';
/** Milliseconds after midnight. */
const at = (millis: number): string => new Date(Date.UTC(2026, 10, 20) + millis).toISOString();
const signalAt = 1_000;
const signal = 10;

/** The batches of one event; those of `routing` and of the group say from which signal they follow. */
const batch = (stream: string, ordinal: number, millis: number, handledUpTo: number): Batch => {
  const event = { stream, ordinal, type: 'Decided', data: {} } as unknown as Recorded;
  return { stream, ordinal, events: [event], meta: { at: at(millis), handledUpTo } } as unknown as Batch;
};

/** A signal is routed at once, and reaches its group late: a timer of the group, due at this instant, fires before that. */
const lagOf = ({ timerDue }: { readonly timerDue: number }): Lag => {
  const causesOf = ({ ordinal }: Recorded) => (ordinal === 11 || ordinal === 13 ? [{ stream: group, ordinal: signal }] : []);
  const lags = new Lags(
    { at: (ordinal: number) => (ordinal === signal ? { meta: { at: at(signalAt) } } : undefined) } as unknown as History,
    { waiting: () => [] } as unknown as PlannedTimers,
    { follows: causesOf, shares: () => [], queues: () => [], isConfiguration: () => false, hasTurned: () => false },
  );
  const addDecided = (one: Batch, origin: object): void => lags.add(one, origin as Origin);
  addDecided(batch('routing', 11, signalAt, 9), { kind: 'reaction', dueAt: at(signalAt), cause: { ordinal: signal } });
  addDecided(batch(group, 12, 1_500, 9), { kind: 'timer', dueAt: at(timerDue), cause: { ordinal: 3 } });
  addDecided(batch(group, 13, 2_000, 11), { kind: 'reaction', dueAt: at(signalAt), cause: { ordinal: 11 } });
  return lags.of(group);
};

describe('a timer that fires while a signal still waits to be applied', () => {
  it('has overtaken it when it was due after the signal', () => {
    expect(lagOf({ timerDue: 1_500 })).toMatchObject({ overtakenSince: at(signalAt) });
  });

  it('has overtaken nothing when it was due before the signal', () => {
    expect(lagOf({ timerDue: 900 })).toMatchObject({ overtakenSince: null });
  });
});
