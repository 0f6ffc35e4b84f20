import { ids, names } from '../../../data/words/names.fixture.js';
import { finalPieces, overridePieces, overrideWords } from './pieces.js';

const from = '2026-11-28T08:00:00.000Z';
const to = '2026-11-28T16:00:00.000Z';
const nameOf = names().person;
const override = (part: object) => ({
  overrideId: ids.page,
  kind: 'add' as const,
  personId: ids.bo,
  replacesId: null,
  from,
  to,
  reason: '',
  ...part,
});

it('tells gaps that somebody chose from those that nobody did', () => {
  const why = { kind: 'override', overrideId: ids.page, replacesId: null } as const;
  const pieces = finalPieces({
    final: [{ personId: ids.bo, from, to, why }],
    gaps: [
      { from, to, intended: false },
      { from: to, to, intended: true },
    ],
  });
  expect(pieces.map(({ kind, by }) => [kind, by])).toEqual([
    ['shift', 'override'],
    ['gap', null],
    ['intended', null],
  ]);
});

it.each([
  [{}, 'Bo joins'],
  [{ kind: 'replace', replacesId: ids.ana }, 'Bo for Ana'],
  [{ kind: 'remove' }, 'Bo off'],
  [{ kind: 'remove_everybody', personId: null }, 'No one'],
])('says what an override does (%#)', (part, says) => expect(overrideWords(override(part), nameOf)).toBe(says));

it('shows overrides and temporary schedules in one strip, with the colour of who comes on call', () => {
  const temporary = { temporaryId: ids.group, from, to, shifts: [], fallback: [], reason: '' };
  expect(
    overridePieces([override({}), override({ kind: 'remove' })], [temporary], nameOf).map(({ personId, says }) => [personId, says]),
  ).toEqual([
    [ids.bo, 'Bo joins'],
    [null, 'Bo off'],
    [null, 'Temporary schedule'],
  ]);
});
