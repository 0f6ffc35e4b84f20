import {
  actName,
  actReason,
  backtestFinding,
  effectOf,
  interruptedWords,
  listedWords,
  rangeOf,
  rangeWords,
  triedWords,
} from './backtest-words.js';

const figures = (reached: number | null) => ({ reached: { count: 0, median: reached, p90: null } }) as never;
const would = { recorded: figures(3), median: figures(5), never: figures(null) };

it('spans what is assumed of acknowledgement, and leaves out what was not measured', () => {
  const range = rangeOf(would, ({ reached }) => reached.median);
  expect(range).toEqual([3, 5]);
  expect(rangeWords(range, String)).toBe('3 to 5');
});

it('is one word where all agree, or nothing was measured', () => {
  expect(rangeWords([3, 3], String)).toBe('3');
  expect(
    rangeWords(
      rangeOf({ ...would, recorded: figures(null), median: figures(null) }, ({ reached }) => reached.median),
      () => '–',
    ),
  ).toBe('–');
});

describe('what a backtest comes to', () => {
  const side = (interruptions: number, median: number | null) => ({
    groups: 1,
    pages: 2,
    interruptions,
    reached: { count: 1, median, p90: median },
  });
  const sides = { was: side(4, 0), would: { recorded: side(3, 180_000), median: side(3, 180_000), never: side(5, 240_000) } };
  const finding = (change: object | null) => backtestFinding({ pin: { change }, ...sides, differing: { late: 0, change: 1 } } as never);

  it('is alert groups and pages', () => {
    expect(finding(null)).toBe('1 alert group would have been handled differently. 2 pages recorded, 2 with the change.');
  });

  it('is interruptions and the time until someone is reached, too, for a notification rule', () => {
    expect(finding({ type: 'RemoveNotificationRule', data: { personId: 'ana', ruleId: 'rule' } })).toBe(
      '1 alert group would have been handled differently. 2 pages recorded, 2 with the change. 4 interruptions, 3 to 5 with the change. Median time to reach someone: 0 ms recorded, 3 min to 4 min with the change.',
    );
  });
});

describe('the differences on a page', () => {
  it('are counted: which, of how many', () => {
    expect(listedWords(1, 1)).toBe('1 difference.');
    expect(listedWords(1, 500)).toBe('500 differences.');
    expect(listedWords(1, 7_321)).toBe('1 to 500 of 7,321 differences.');
    expect(listedWords(15, 7_321)).toBe('7,001 to 7,321 of 7,321 differences.');
  });
});

describe('the methods of a page', () => {
  const [at, soon, later] = ['2026-11-26T10:00:00.000Z', '2026-11-26T10:00:00.400Z', '2026-11-26T10:03:00.000Z'];

  it('come with how long after its start they were tried first', () => {
    expect(triedWords({ at, by: ['browser', 'webhook', 'webhook'], tried: [soon, later, later] })).toBe('Browser, Webhook after 3 min');
  });
});

describe('a backtest that was interrupted', () => {
  const interrupted = { done: 40, of: 100 };

  it('says how far it was, and which attempt this is', () => {
    expect(interruptedWords({ state: 'running', attempt: 1, interrupted: null })).toBeNull();
    expect(interruptedWords({ state: 'running', attempt: 2, interrupted })).toBe(
      'It was interrupted at 40 %, usually by a restart of the server, and started again from the beginning. This is try 2 of 3.',
    );
    expect(interruptedWords({ state: 'failed', attempt: 3, interrupted })).toBe('It was last interrupted at 40 %.');
  });

  it('counts no attempt where the server was stopped in order', () => {
    expect(interruptedWords({ state: 'running', attempt: 1, interrupted })).not.toContain('attempt');
  });
});

describe('an action that could not be repeated', () => {
  const says = (code: string): string | undefined =>
    ({ 'alert_group.not_acknowledged': 'It is not acknowledged.', 'alert_group.already_resolved': '#{number} was resolved already.' })[
      code
    ];

  it.each([
    ['UnacknowledgeAlertGroup', 'Unacknowledge'],
    ['MarkAlertGroupAsNoise', 'Mark alert group as noise'],
    ['JoinPerson', 'Join person'],
  ])('is named by its command: %s', (command, name) => {
    expect(actName(command)).toBe(name);
  });

  it('says why: no alert group, or the text of the refusal, or its code where the text needs what is not kept', () => {
    expect(actReason(null, says)).toBe('There is no such alert group with the change.');
    expect(actReason('alert_group.not_acknowledged', says)).toBe('It is not acknowledged.');
    expect(actReason('alert_group.already_resolved', says)).toBe('Refused (alert_group.already_resolved).');
    expect(actReason('gone.code', says)).toBe('Refused (gone.code).');
  });
});

describe('what a difference comes to', () => {
  const page = (minute: number, personId?: string) => ({
    at: `2026-11-26T03:${String(minute).padStart(2, '0')}:00.000Z`,
    by: [],
    tried: [],
    ...(personId === undefined ? {} : { personId }),
  });

  it('is how much sooner or later the first page is', () => {
    expect(effectOf({ was: [page(20, 'ana')], would: [page(2, 'bo'), page(7, 'ana')] })).toEqual({
      words: '18 min sooner',
      tone: 'better',
    });
    expect(effectOf({ was: [page(2, 'ana')], would: [page(6, 'ana')] })).toEqual({ words: '4 min later', tone: 'worse' });
  });

  it('is how many more people, or pages, where the first is at the same time', () => {
    expect(effectOf({ was: [page(1, 'ana')], would: [page(1, 'ana'), page(6, 'bo')] })).toEqual({ words: '1 more person', tone: 'worse' });
    expect(effectOf({ was: [page(1, 'ana'), page(6, 'ana'), page(9, 'ana')], would: [page(1, 'ana')] })).toEqual({
      words: '2 fewer pages',
      tone: 'better',
    });
    expect(effectOf({ was: [page(1, 'ana')], would: [page(1, 'bo')] })).toBeNull();
  });

  it('is neither good nor bad where one side pages no one', () => {
    expect(effectOf({ was: [], would: [page(1)] })).toEqual({ words: 'someone paged', tone: 'same' });
    expect(effectOf({ was: [page(1)], would: [] })).toEqual({ words: 'no one paged', tone: 'same' });
  });
});
