import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { ana, bo, byBo, cleo, idOf, recordedFacts } from '../../../configuration.fixture.js';
import { scheduleId } from '../facts.fixture.js';
import { listReplacedByOverrides, listReplacedByTaking } from './replaced-duties.js';

const [from, to] = ['2026-11-20T09:00:00.000Z', '2026-11-20T12:00:00.000Z'];
const override = { overrideId: idOf('0a'), kind: 'replace', personId: bo, replacesId: ana, from, to, reason: '' } as const;
const byBoAdded = (...overrides: readonly object[]) => {
  const data = { scheduleId, overrides: overrides.map((one) => ({ ...override, ...one })) };
  const [event] = recordedFacts([{ type: 'OverridesAdded', data }], byBo);
  return listReplacedByOverrides(event as RecordedOf<'OverridesAdded'>).map(({ personId }) => personId);
};

it('is whose duty an override takes, or takes away, without their asking', () => {
  expect(byBoAdded({}, { kind: 'remove', personId: cleo, replacesId: null })).toEqual([ana, cleo]);
  expect(byBoAdded({ replacesId: bo, personId: ana }, { kind: 'add', replacesId: null }, { coverId: idOf('c0') })).toEqual([]);
});

describe('within a temporary schedule', () => {
  const takenShifts = (shifts: readonly object[], fallback: readonly string[] = [], more: object = { taken: { until: null } }) => {
    const temporary = { temporaryId: idOf('7e'), from, to, shifts, fallback, reason: '' };
    const [event] = recordedFacts([{ type: 'TemporaryScheduleChanged', data: { scheduleId, temporary, ...more } } as never], byBo);
    return listReplacedByTaking(event as RecordedOf<'TemporaryScheduleChanged'>).map(({ personId }) => personId);
  };
  const mine = { personId: bo, from, to };

  it('is whose shift ends where the taker’s begins, or its fallback', () => {
    expect(takenShifts([{ personId: ana, from: '2026-11-20T08:00:00.000Z', to: from }, mine], [cleo])).toEqual([ana]);
    expect(takenShifts([mine], [cleo, bo])).toEqual([cleo]);
  });

  it('is nobody where it was only edited', () => expect(takenShifts([mine], [cleo], {})).toEqual([]));
});
