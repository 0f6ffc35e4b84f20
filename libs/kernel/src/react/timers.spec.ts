import { partOf } from '@tocsin/testing/deep-partial.js';
import type { Domain } from '../registry.js';
import type { Timer } from './process.js';
import { Timers } from './timers.js';

const at = (minutes: number): string => `2026-11-21T03:${String(minutes).padStart(2, '0')}:00.000Z`;
const timer = (dueAt: string, plannedBy: string, name = 'drop'): Timer => ({
  name,
  dueAt,
  plannedBy,
  command: { type: 'Drop', data: { dueAt, plannedBy } },
});
const plannedBy = (timers: Timers, now: string): readonly string[] => timers.takeDue(now).map(({ timer: one }) => one.plannedBy);

describe('timers', () => {
  it('fire as they were planned last, also when that was for the same instant', () => {
    const timers = new Timers();
    timers.set('order-1', [timer(at(5), 'e1')]);
    const [before] = timers.takeDue(at(5));
    timers.set('order-1', [timer(at(5), 'e2')]);
    const [after] = timers.takeDue(at(5));
    expect([plannedBy(timers, at(5)), after!.planned.causationId]).toEqual([['e2'], 'e2']);
    expect(after!.planned.commandId).not.toBe(before!.planned.commandId);
  });

  it('are fired again when they are planned again after they came to nothing', () => {
    const timers = new Timers();
    timers.set('order-1', [timer(at(5), 'e1')]);
    timers.spend(timers.takeDue(at(5))[0]!);
    expect([timers.takeDue(at(6)), timers.next()]).toEqual([[], undefined]);
    timers.set('order-1', [timer(at(5), 'e2')]);
    expect(plannedBy(timers, at(6))).toEqual(['e2']);
  });

  it('are fired again when their row changes after they came to nothing, or when they are revived, once each', () => {
    const timers = new Timers();
    const plannedTimer = timer(at(5), 'e1');
    timers.set('order-1', [plannedTimer]);
    const [due] = timers.takeDue(at(5));
    timers.spend(due!);
    // read while it is spent
    expect([timers.takeDue(at(5)), timers.next()]).toEqual([[], undefined]);
    timers.set('order-1', [plannedTimer]);
    expect(plannedBy(timers, at(5))).toEqual(['e1']);
    timers.spend(due!);
    timers.revive(due!);
    timers.revive(due!);
    expect([plannedBy(timers, at(5)), timers.next()]).toEqual([['e1'], at(5)]);
    timers.spend(due!);
    timers.set('order-1', []);
    timers.revive(due!);
    expect(timers.takeDue(at(5))).toEqual([]);
  });

  it('have one command id, however often they are looked at', () => {
    const timers = new Timers();
    timers.set('order-1', [timer(at(5), 'e1')]);
    timers.set('order-1', [timer(at(5), 'e1'), timer(at(6), 'e1', 'ask')]);
    const ids = [timers.takeDue(at(5)), timers.takeDue(at(5))].map(([due]) => due!.planned.commandId);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(timers.takeDue(at(6)).map(({ planned }) => planned.commandId)).size).toBe(2);
  });

  it('go by rank, whatever was due before, then the oldest first; no more than are asked for', () => {
    const timers = new Timers();
    for (const [stream, rank, minute] of [
      ['a', 1, 1],
      ['b', 0, 3],
      ['c', 1, 0],
      ['d', 0, 2],
      ['e', 0, 9],
    ] as const)
      timers.set(stream, [{ ...timer(at(minute), stream), rank }]);
    expect(plannedBy(timers, at(5))).toEqual(['d', 'b', 'c', 'a']);
    expect(timers.takeDue(at(5), 2).map(({ stream }) => stream)).toEqual(['d', 'b']);
    for (const due of timers.takeDue(at(5), 2)) timers.spend(due);
    expect([plannedBy(timers, at(5)), timers.next()]).toEqual([['c', 'a'], at(0)]);
  });

  it('go by the rank that they have now', () => {
    const timers = new Timers();
    timers.set('a', [{ ...timer(at(1), 'a'), rank: 1 }]);
    timers.set('b', [{ ...timer(at(2), 'b'), rank: 2 }]);
    expect(plannedBy(timers, at(5))).toEqual(['a', 'b']);
    timers.set('b', [{ ...timer(at(2), 'b'), rank: 0 }]);
    expect(plannedBy(timers, at(5))).toEqual(['b', 'a']);
  });

  it('that stand aside stay there while their row changes, and come back when they are revived, planned anew, or lapse', () => {
    const timers = new Timers();
    const plannedTimer: Timer = { ...timer(at(5), 'e1'), lapsesAt: at(10) };
    const setAside = (one: Timer): void => {
      timers.set('order-1', [one]);
      timers.postpone(timers.takeDue(at(5))[0]!);
      timers.set('order-1', [one]);
      expect([plannedBy(timers, at(9)), timers.next()]).toEqual([[], at(10)]);
    };
    setAside(plannedTimer);
    expect(timers.revive({ stream: 'order-1', timer: plannedTimer })).toBe(true);
    expect([plannedBy(timers, at(9)), timers.next()]).toEqual([['e1'], at(5)]);
    setAside(plannedTimer);
    expect([plannedBy(timers, at(10)), timers.next()]).toEqual([['e1'], at(5)]);
    setAside({ ...plannedTimer, plannedBy: 'e2' });
    timers.set('order-1', [{ ...plannedTimer, plannedBy: 'e3' }]);
    expect(plannedBy(timers, at(5))).toEqual(['e3']);
  });

  it.each(['postpone', 'spend'] as const)(
    'that were planned anew while they were fired are due all the same, whatever came of it: %s',
    (how) => {
      const timers = new Timers();
      const plannedTimer = timer(at(5), 'e1');
      timers.set('order-1', [{ ...plannedTimer, rank: 0, lapsesAt: at(9) }]);
      const [fired] = timers.takeDue(at(5));
      timers.set('order-1', [{ ...plannedTimer, rank: 1, lapsesAt: at(9) }]);
      timers[how](fired!);
      expect(plannedBy(timers, at(5))).toEqual(['e1']);
      timers.postpone(timers.takeDue(at(5))[0]!);
      expect([timers.takeDue(at(8)), timers.next()]).toEqual([[], at(9)]);
      expect(plannedBy(timers, at(9))).toEqual(['e1']);
    },
  );

  it('are not revived by what waited for them before they were planned anew', () => {
    const timers = new Timers();
    const before = timer(at(5), 'e1');
    timers.set('order-1', [before]);
    timers.postpone(timers.takeDue(at(5))[0]!);
    timers.set('order-1', [timer(at(5), 'e2')]);
    timers.postpone(timers.takeDue(at(5))[0]!);
    expect(timers.revive({ stream: 'order-1', timer: before })).toBe(false);
    timers.reviveByName('order-1', 'drop');
    expect(plannedBy(timers, at(5))).toEqual(['e2']);
  });
});

describe('timers of rows', () => {
  it('are worked out once for all changes before they are read, from the last one', () => {
    const workedOut: string[] = [];
    const due = (row: { readonly by: string }) => {
      workedOut.push(row.by);
      return [timer(at(5), row.by)];
    };
    const planning = partOf<Domain>({ timers: [{ view: 'orders', category: 'order', due }] });
    const timers = new Timers();
    for (const by of ['e1', 'e2', 'e3']) timers.plan(planning, 'orders', '1', { by }, 1);
    timers.plan(planning, 'orders', '2', { by: 'e4' }, 1);
    timers.plan(planning, 'customers', '2', { by: 'e5' }, 1);
    expect([plannedBy(timers, at(5)), timers.size, workedOut]).toEqual([['e3', 'e4'], 2, ['e3', 'e4']]);
  });

  it('are gone with their row, whatever was planned in between', () => {
    const planning = partOf<Domain>({ timers: [{ view: 'orders', category: 'order', due: () => [timer(at(5), 'e1')] }] });
    const timers = new Timers();
    timers.plan(planning, 'orders', '1', {}, 1);
    timers.plan(planning, 'orders', '1', null, 1);
    expect([timers.next(), timers.size]).toEqual([undefined, 0]);
  });

  it('are planned of all other rows where one throws', () => {
    const due = (row: { readonly by: string }) => {
      if (row.by === 'e1') throw new TypeError('no plan');
      return [timer(at(5), row.by)];
    };
    const planning = partOf<Domain>({ timers: [{ view: 'orders', category: 'order', due }] });
    const faults: string[] = [];
    const timers = new Timers((_fault, stream) => faults.push(stream));
    for (const [id, by] of Object.entries({ 1: 'e1', 2: 'e2' })) timers.plan(planning, 'orders', id, { by }, 1);
    expect([plannedBy(timers, at(5)), faults]).toEqual([['e2'], ['order-1']]);
  });
});

describe('a timer that gathers', () => {
  const gathers = (dueAt: string, gathersUntil: string, name: string): Timer => ({ ...timer(dueAt, name, name), gathersUntil });
  const portion = (timers: Timers, now: string): readonly string[] => timers.takePortion(now).map(({ timer: one }) => one.plannedBy);

  it('fires after what is due by then, once that is decided', () => {
    const timers = new Timers();
    timers.set('a-bundle', [gathers(at(5), at(6), 'gathers')]);
    timers.set('b', [timer(at(5), 'same instant')]);
    timers.set('c', [timer(at(6), 'made due by it')]);
    timers.set('d', [timer(at(7), 'later')]);
    expect(portion(timers, at(5))).toEqual(['same instant']);
    expect(portion(timers, at(8))).toEqual(['same instant', 'made due by it']);
    for (const due of timers.takePortion(at(8))) timers.spend(due);
    expect(portion(timers, at(8))).toEqual(['gathers', 'later']);
  });

  it('does not wait for one of another rank, nor where the order does not count', () => {
    const timers = new Timers();
    timers.set('a', [{ ...gathers(at(5), at(6), 'gathers'), rank: 0 }]);
    timers.set('b', [{ ...timer(at(5), 'less urgent'), rank: 1 }]);
    timers.set('c', [{ ...timer(at(4), 'before'), rank: 0 }]);
    expect(timers.takePortion(at(6), true)).toHaveLength(3);
    expect(portion(timers, at(6))).toEqual(['before']);
    for (const due of timers.takePortion(at(6))) timers.spend(due);
    expect(portion(timers, at(6))).toEqual(['gathers']);
  });
});
