import { holidayProblemWords, importWords, problemWords } from './import-words.js';

it('says what an import changes', () => {
  const none = { added: 0, changed: 0, removed: 0 };
  const shift = { uid: 'a', personId: 'p', from: '', to: '' };
  expect(importWords({ ...none, shifts: [] })).toBe('No shifts: nothing changes.');
  expect(importWords({ ...none, shifts: [shift], added: 1 })).toBe('1 shift: 1 new.');
  expect(importWords({ shifts: [shift, shift], added: 1, changed: 1, removed: 3 })).toBe('2 shifts: 1 new, 1 changed, 3 removed.');
});

it('says why an event is left out, and where in the file to look', () => {
  const words = (problem: Parameters<typeof problemWords>[0]['problem'], detail: string | null = null) =>
    problemWords({ problem, detail, line: 5 });
  expect(words('nobody')).toBe('Left out: no person with this name');
  expect(words('declined')).toBe('Left out: declined the invitation');
  expect(words('unknown_zone', 'Customized Time Zone')).toBe('Left out: unknown time zone “Customized Time Zone”, line 5');
  expect(words('unreadable', 'EXDATE')).toBe('Left out: can’t be read (EXDATE), line 5');
  expect(words('ends_before_start')).toBe('Left out: ends before it starts, line 5');
  expect(holidayProblemWords({ title: 'Summer', problem: 'no_end', detail: null, line: 12 })).toBe(
    'Summer – Left out: has no end, line 12',
  );
});
