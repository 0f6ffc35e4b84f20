import { ids } from '../../data/words/names.fixture.js';
import { moveEdges, newTemporary, shiftsIn, temporaryActs, temporaryFieldsOf, withOneMore } from './temporary-fields.js';

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 28, hour)).toISOString();
const ms = (hour: number): number => Date.parse(at(hour));
const why = { kind: 'rotation', version: 1, layerId: ids.primary, slotId: ids.primary, from: at(0), to: at(24) } as const;
const planned = {
  final: [
    { personId: ids.ana, from: at(0), to: at(12), why },
    { personId: ids.bo, from: at(12), to: at(24), why },
  ],
  gaps: [],
};
const stretch = { from: ms(9), to: ms(17) };
const saved = {
  temporaryId: ids.group,
  from: at(9),
  to: at(17),
  shifts: [{ personId: ids.ana, from: at(9), to: at(11) }],
  fallback: [ids.bo],
  reason: 'offsite',
};

it('begins with what is planned, and nothing is sent before that is known', () => {
  expect(temporaryActs(newTemporary(stretch), undefined)).toEqual([]);
  expect(temporaryActs(newTemporary(stretch), planned)).toMatchObject([
    {
      type: 'AddTemporarySchedule',
      data: {
        from: at(9),
        to: at(17),
        shifts: [
          { personId: ids.ana, from: at(9), to: at(12) },
          { personId: ids.bo, from: at(12), to: at(17) },
        ],
      },
    },
  ]);
});

it('of one that is there, sends it as it is where nothing was typed', () =>
  expect(temporaryActs(temporaryFieldsOf(saved), planned)).toEqual([{ type: 'ChangeTemporarySchedule', data: saved }]));

it('cuts off what lies outside when its edges move, and leaves what was not changed by hand to the plan', () => {
  expect(moveEdges(temporaryFieldsOf(saved), { from: ms(10), to: ms(17) }).shifts).toEqual([
    { personId: ids.ana, from: ms(10), to: ms(11) },
  ]);
  expect(moveEdges(temporaryFieldsOf(saved), { from: ms(12), to: ms(17) }).shifts).toEqual([]);
  expect(moveEdges(newTemporary(stretch), { from: ms(12), to: ms(17) }).shifts).toBeNull();
});

it('adds a shift where the last one ends, or over the whole time', () => {
  const shifts = shiftsIn(temporaryFieldsOf(saved), planned);
  expect(withOneMore(shifts, stretch, ids.bo)[1]).toEqual({ personId: ids.bo, from: ms(11), to: ms(17) });
  expect(withOneMore([], stretch, ids.bo)).toEqual([{ personId: ids.bo, ...stretch }]);
  expect(withOneMore([{ personId: ids.ana, ...stretch }], stretch, ids.bo)[1]).toEqual({ personId: ids.bo, ...stretch });
});

it('does nothing where its end is not after its start', () =>
  expect(temporaryActs(newTemporary({ from: ms(9), to: ms(9) }), planned)).toEqual([]));
