import { CallSlots } from './call-slots.js';

const slots = (most: number) => {
  const called: string[] = [];
  const gone = new Set<string>();
  const all = new CallSlots(most);
  const take = (provider: string, id: string): boolean => {
    const isTaken = all.take([provider], id);
    if (!isTaken) all.wait([provider], id, () => !gone.has(id) && called.push(id) > 0);
    return isTaken;
  };
  return { called, gone, all, take };
};

describe('calls to one provider', () => {
  it('are so many at once, and those of others are counted apart', () => {
    const { all, take, called } = slots(2);
    expect([take('mail', 'a'), take('mail', 'b'), take('mail', 'c'), take('push', 'd')]).toEqual([true, true, false, true]);
    expect([all.free(['mail']), all.free(['push']), all.free(['others'])]).toEqual([0, 1, 2]);
    all.give('d');
    expect(called).toEqual([]);
    all.give('a');
    expect(called).toEqual(['c']);
    expect([take('mail', 'c'), take('mail', 'e')]).toEqual([true, false]);
  });

  it('take their places in the order in which they asked, one for each that is given back', () => {
    const { all, take, called } = slots(1);
    for (const id of ['a', 'b', 'c', 'b']) take('mail', id);
    all.give('a');
    all.give('a');
    expect(called).toEqual(['b']);
    expect(take('mail', 'b')).toBe(true);
    all.give('b');
    expect(called).toEqual(['b', 'c']);
  });

  it('are not held up by one before them that needs its place no more', () => {
    const { all, take, called, gone } = slots(1);
    for (const id of ['a', 'b', 'c', 'd']) take('mail', id);
    gone.add('b').add('c');
    all.give('a');
    expect(called).toEqual(['d']);
  });

  it('keep the place that they have, and nothing of what has ended', () => {
    const { all, take } = slots(1);
    expect([take('mail', 'a'), take('mail', 'a')]).toEqual([true, true]);
    all.give('a');
    all.give('unknown');
    expect(take('mail', 'b')).toBe(true);
  });

  it('are found without looking at the thousands that wait elsewhere, or behind the next', () => {
    let looks = 0;
    const all = new CallSlots(() => {
      looks += 1;
      return 1;
    });
    const calls: string[] = [];
    for (const provider of ['mail', 'push']) all.take([provider], provider);
    for (let n = 0; n < 10_000; n += 1) all.wait(['mail'], `m${n}`, () => calls.push(`m${n}`) > 0);
    all.wait(['push', 'mail'], 'both', () => calls.push('both') > 0);
    all.wait(['push'], 'p', () => calls.push('p') > 0);
    looks = 0;
    all.give('push');
    all.give('mail');
    expect(calls).toEqual(['p', 'm0']);
    expect(looks).toBeLessThan(20);
  });

  it('that need slots of two providers come before those that asked later at one of them', () => {
    const all = new CallSlots(1);
    const calls: string[] = [];
    all.take(['push', 'mail'], 'a');
    const wait = (providers: readonly string[], id: string): void =>
      all.wait(providers, id, () => all.take(providers, id) && calls.push(id) > 0);
    wait(['mail'], 'b');
    wait(['push', 'mail'], 'c');
    wait(['push'], 'd');
    all.give('a');
    expect(calls).toEqual(['b', 'd']);
    all.give('b');
    all.give('d');
    expect(calls).toEqual(['b', 'd', 'c']);
  });
});

describe('calls to a provider that takes them one after another', () => {
  it('begin no sooner than its pause allows, first come, first served, and hold up no other provider', () => {
    const timers: (() => void)[] = [];
    const started: string[] = [];
    let freed = 0;
    const after = (_ms: number, run: () => void) => void timers.push(run);
    const all = new CallSlots(2, () => (freed += 1), { pauseOf: (provider) => (provider === 'sms' ? 1_000 : 0), after });
    const begin = (provider: string, id: string): void => {
      if (all.take([provider], id)) started.push(id);
      else all.wait([provider], id, () => all.take([provider], id) && started.push(id) > 0);
    };
    for (const id of ['a', 'b', 'c', 'd']) begin('sms', id);
    begin('mail', 'm');
    expect([started, all.free(['sms'])]).toEqual([['a', 'm'], 0]);
    timers.shift()!();
    expect([started, all.free(['sms'])]).toEqual([['a', 'm', 'b'], 0]);
    // two are under way, which is the most
    timers.shift()!();
    expect(started).toEqual(['a', 'm', 'b']);
    all.give('a');
    expect(started).toEqual(['a', 'm', 'b', 'c']);
    all.give('b');
    expect(started).toHaveLength(4);
    timers.shift()!();
    expect(started).toEqual(['a', 'm', 'b', 'c', 'd']);
    expect(freed).toBeGreaterThan(2);
  });

  it('may begin at once after one that was never made, whose pause ends no later one', () => {
    const timers: (() => void)[] = [];
    const started: string[] = [];
    const after = (_ms: number, run: () => void) => void timers.push(run);
    const all = new CallSlots(2, () => {}, { pauseOf: () => 1_000, after });
    all.take(['sms'], 'rehearsed');
    all.wait(['sms'], 'real', () => all.take(['sms'], 'real') && started.push('real') > 0);
    all.giveUnused('rehearsed');
    expect(started).toEqual(['real']);
    timers.shift()!();
    expect(all.free(['sms'])).toBe(0);
    timers.shift()!();
    expect(all.free(['sms'])).toBe(1);
  });

  it('do not begin sooner because a call was passed on to another holder', () => {
    const all = new CallSlots(2, () => {}, { pauseOf: () => 1_000, after: () => {} });
    all.take(['sms'], 'claim');
    all.pass('claim', 'call');
    all.giveUnused('claim');
    all.give('call');
    expect(all.free(['sms'])).toBe(0);
  });
});
