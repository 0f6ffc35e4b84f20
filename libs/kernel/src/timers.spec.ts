import type { Timer } from './process.js';
import { Timers } from './timers.js';

const at = (minutes: number): string => `2026-11-21T03:${String(minutes).padStart(2, '0')}:00.000Z`;
const timer = (dueAt: string, plannedBy: string, name = 'drop'): Timer => ({
  name,
  dueAt,
  plannedBy,
  command: { type: 'Drop', data: { dueAt, plannedBy } },
});
const plannedBy = (timers: Timers, now: string): readonly string[] => timers.due(now).map(({ timer: one }) => one.plannedBy);

describe('timers', () => {
  it('fire as they were planned last, also when that was for the same instant', () => {
    const timers = new Timers();
    timers.set('order-1', [timer(at(5), 'e1')]);
    const [before] = timers.due(at(5));
    timers.set('order-1', [timer(at(5), 'e2')]);
    const [after] = timers.due(at(5));
    expect([plannedBy(timers, at(5)), after!.planned.causationId]).toEqual([['e2'], 'e2']);
    expect(after!.planned.commandId).not.toBe(before!.planned.commandId);
  });

  it('are fired again when they are planned again after they came to nothing', () => {
    const timers = new Timers();
    timers.set('order-1', [timer(at(5), 'e1')]);
    timers.spend(timers.due(at(5))[0]!);
    expect([timers.due(at(6)), timers.next()]).toEqual([[], undefined]);
    timers.set('order-1', [timer(at(5), 'e2')]);
    expect(plannedBy(timers, at(6))).toEqual(['e2']);
  });

  it('are fired again when their row changes after they came to nothing, or when they are revived, once each', () => {
    const timers = new Timers();
    const planned = timer(at(5), 'e1');
    timers.set('order-1', [planned]);
    const [due] = timers.due(at(5));
    timers.spend(due!);
    // looked at meanwhile
    expect([timers.due(at(5)), timers.next()]).toEqual([[], undefined]);
    timers.set('order-1', [planned]);
    expect(plannedBy(timers, at(5))).toEqual(['e1']);
    timers.spend(due!);
    timers.revive(due!);
    timers.revive(due!);
    expect([plannedBy(timers, at(5)), timers.next()]).toEqual([['e1'], at(5)]);
    timers.spend(due!);
    timers.set('order-1', []);
    timers.revive(due!);
    expect(timers.due(at(5))).toEqual([]);
  });

  it('have one command id, however often they are looked at', () => {
    const timers = new Timers();
    timers.set('order-1', [timer(at(5), 'e1')]);
    timers.set('order-1', [timer(at(5), 'e1'), timer(at(6), 'e1', 'ask')]);
    const ids = [timers.due(at(5)), timers.due(at(5))].map(([due]) => due!.planned.commandId);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(timers.due(at(6)).map(({ planned }) => planned.commandId)).size).toBe(2);
  });
});
