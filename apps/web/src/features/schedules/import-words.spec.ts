import { importWords } from './import-words.js';

it('says what an import changes', () => {
  const none = { added: 0, changed: 0, removed: 0 };
  const shift = { uid: 'a', personId: 'p', from: '', to: '' };
  expect(importWords({ ...none, shifts: [] })).toBe('No shifts: nothing changes.');
  expect(importWords({ ...none, shifts: [shift], added: 1 })).toBe('1 shift: 1 new.');
  expect(importWords({ shifts: [shift, shift], added: 1, changed: 1, removed: 3 })).toBe('2 shifts: 1 new, 1 changed, 3 removed.');
});
