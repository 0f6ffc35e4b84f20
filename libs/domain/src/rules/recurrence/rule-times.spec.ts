import { readRule } from './rule.js';
import { listRuleTimes } from './rule-times.js';

const wall = Date.UTC(2026, 9, 1);
const clock = { wallAt: (instant: number) => instant };
const list = (to: number): string => Array.from({ length: to }, (_, n) => n).join(',');
const timesOf = (rule: string) =>
  listRuleTimes(readRule(rule, { wall, isDate: false, clock }), wall, { from: wall, to: wall + 86_399_000 });

describe('the times of a rule', () => {
  it('are refused where they are more than one a minute, before they are listed', () => {
    expect(timesOf(`FREQ=DAILY;BYHOUR=${list(24)};BYMINUTE=${list(60)}`)).toHaveLength(1_440);
    // the bare product would be found too many only after 31 million of a year
    expect(() => timesOf(`FREQ=YEARLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYHOUR=${list(24)};BYMINUTE=${list(60)};BYSECOND=${list(60)}`)).toThrow(
      'repeats_too_often',
    );
    expect(() => timesOf(`FREQ=DAILY;BYHOUR=0;BYMINUTE=${list(60)};BYSECOND=${list(25)}`)).toThrow('repeats_too_often');
  });

  it('are refused where one period has too many, though only one of them is chosen', () => {
    const days = 'BYDAY=SU,MO,TU,WE,TH,FR,SA';
    expect(() => timesOf(`FREQ=YEARLY;${days};BYHOUR=${list(24)};BYMINUTE=${list(60)};BYSETPOS=1`)).toThrow('repeats_too_often');
    expect(timesOf(`FREQ=YEARLY;${days};BYHOUR=0;BYMINUTE=${list(60)};BYSETPOS=1`)).toEqual([]);
  });
});
