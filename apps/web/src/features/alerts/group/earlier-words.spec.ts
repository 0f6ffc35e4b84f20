import { ids, names } from '../../../data/words/names.fixture.js';
import { group } from '../shared/alert-group.fixture.js';
import { endWords, helpWords, notedOf } from './earlier-words.js';

const resolved = { status: 'resolved' as const, resolvedAt: '2026-11-21T12:14:00.000Z' };

describe('how an earlier alert group ended', () => {
  it.each([
    ['Resolved by Bo after 14 min', { resolvedBy: { by: 'person' as const, actorId: ids.bo } }],
    ['Resolved by its source after 14 min', { resolvedBy: { by: 'sender' as const, actorId: ids.prometheus } }],
    [
      'Resolved by its source after 14 min · noise',
      { resolvedBy: { by: 'sender' as const, actorId: ids.prometheus }, noise: true as const },
    ],
  ])('is %j', (words, differs) => {
    expect(endWords(group({ ...resolved, ...differs }), names())).toBe(words);
  });
});

describe('what helped in an earlier alert group', () => {
  const bySender = { resolvedBy: { by: 'sender' as const, actorId: ids.prometheus } };
  it.each([
    ['', bySender],
    ['Acknowledged by Bo', { ...bySender, holder: { kind: 'person' as const, personId: ids.bo } }],
    // the end says who it was
    ['', { resolvedBy: { by: 'person' as const, actorId: ids.bo }, holder: { kind: 'person' as const, personId: ids.bo } }],
    [
      '2 notes · 1 of 2 had something to do',
      { ...bySender, notes: 2, actionNeeded: { [ids.ana]: 'yes' as const, [ids.bo]: 'no' as const } },
    ],
    ['1 note', { ...bySender, notes: 1, actionNeeded: { [ids.ana]: 'skip' as const } }],
  ])('is %j', (words, differs) => expect(helpWords(group({ ...resolved, ...differs }), names())).toBe(words));
});

it('the newest one with a note is the one whose note is shown', () => {
  const rows = [group({ number: 9 }), group({ number: 7, notes: 2 }), group({ number: 3, notes: 1 })];
  expect(notedOf(rows)?.number).toBe(7);
  expect(notedOf([group()])).toBeUndefined();
});
