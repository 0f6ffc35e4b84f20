import { myEnd } from './my-end.js';
import { ids } from '../../../data/words/names.fixture.js';

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 28, hour)).toISOString();
const why = { kind: 'override', overrideId: ids.page, replacesId: null } as const;
const shift = (personId: string, from: number, to: number) => ({ personId, from: at(from), to: at(to), why });
const end = (...final: ReturnType<typeof shift>[]) => myEnd({ final, to: at(24) }, ids.ana, Date.parse(at(10)));

it('is the end of the shift that runs, with who follows', () =>
  expect(end(shift(ids.ana, 8, 12), shift(ids.bo, 12, 24))).toEqual({ at: at(12), then: [ids.bo] }));

it('lies behind handoffs at which I stay on call', () =>
  expect(end(shift(ids.ana, 8, 12), shift(ids.ana, 12, 16), shift(ids.bo, 14, 24))).toEqual({ at: at(16), then: [ids.bo] }));

it('is there where no one follows', () => expect(end(shift(ids.ana, 8, 12))).toEqual({ at: at(12), then: [] }));

it('is not known where it lies beyond what was asked, or I am not on call', () => {
  expect(end(shift(ids.ana, 8, 24))).toBeNull();
  expect(end(shift(ids.ana, 12, 16))).toBeNull();
});
