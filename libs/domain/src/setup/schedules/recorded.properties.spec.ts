import * as fc from 'fast-check';
import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { addMillis, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { isDeep } from '@tocsin/testing/tier.js';
import { machineRank, quietRank } from '../../rules/ranks.js';
import { ana, bo, cleo, idOf } from '../../configuration.fixture.js';
import { teamId } from '../teams/facts.fixture.js';
import { asSchedule } from './as-schedule.js';
import { zonesOf } from './shared/zones-of.js';
import { DutyWorld, start } from './duty-world.fixture.js';
import { scheduleCreated, scheduleId, weekly } from './facts.fixture.js';
import { scheduleTimers } from './handoffs.view.js';
import { listChangesWithin } from './shifts/next-change.js';

const runs = isDeep ? { numRuns: 1_000 } : { numRuns: 15, seed: 4 };
const hour = 3_600_000;
const end = addMillis(start, 21 * 24 * hour);

const slots = fc
  .uniqueArray(fc.nat(4), { minLength: 1, maxLength: 4 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((n) => fc.subarray([ana, bo, cleo], { maxLength: 2 }).map((people) => ({ slotId: idOf(`5${n}`), people: [...people] }))),
    ),
  )
  .filter((layerSettings) => layerSettings.some(({ people }) => people.length > 0));
const length: fc.Arbitrary<LayerSetting['rotation']['length']> = fc.constantFrom(
  { unit: 'hours' as const, count: 5 },
  { unit: 'hours' as const, count: 8 },
  { unit: 'days' as const, count: 1, time: '02:30' },
  { unit: 'weeks' as const, count: 1, time: '09:00', weekday: 3 },
);
const layers = fc
  .tuple(fc.tuple(slots, length), fc.option(fc.tuple(slots, length)))
  .map((layerSettings) =>
    layerSettings.flatMap((one, n): LayerSetting[] =>
      one ? [{ ...weekly, layerId: idOf(`1${n}`), priority: n, rotation: { ...weekly.rotation, slots: one[0], length: one[1] } }] : [],
    ),
  );
/** Hours until the edit, and how much later it takes effect; null: at once. */
const edit = fc.record({ layers, after: fc.integer({ min: 1, max: 90 }), ahead: fc.option(fc.integer({ min: 1, max: 60 })) });

describe('whatever is edited, and whenever', () => {
  it('what is recorded is what the whole list of versions says, and no edit touches what was recorded before it', () => {
    fc.assert(
      fc.property(layers, fc.array(edit, { maxLength: 4 }), (first, edits) => {
        const duty = new DutyWorld();
        duty.creates({ layers: first });
        const versions = [{ version: 1, effectiveFrom: start, timeZone: 'Europe/Berlin', layers: first, rotations: null }];
        for (const { layers: changedLayers, after, ahead } of edits) {
          // never two at one instant: each is shifted by a minute
          duty.world.advance(after * hour + versions.length * 60_000);
          const before = duty.recorded();
          const effectiveFrom = addMillis(duty.world.now, (ahead ?? 0) * hour + (ahead === null ? 0 : versions.length * 1_000));
          const data = { scheduleId, version: duty.row.version, timeZone: 'Europe/Berlin', layers: changedLayers, effectiveFrom };
          const came = duty.does('ChangeSchedule', data);
          expect(duty.recorded().slice(0, before.length)).toEqual(before);
          if (came === 'done')
            versions.push({ version: duty.row.version, effectiveFrom, timeZone: 'Europe/Berlin', layers: changedLayers, rotations: null });
        }
        duty.world.advanceTo(end);
        const wholeSchedule = asSchedule({ versions, overrides: [], temporary: [] });
        const interval = { from: toMillis(start), to: toMillis(end) + 1 };
        const expectedChanges = [...listChangesWithin(wholeSchedule, zonesOf({ zones: '2026c' }), interval, [])].map(
          ({ at, duties }) =>
            `${toInstant(at)} ${duties
              .map(({ person }) => person)
              .toSorted()
              .join()}`,
        );
        const recordedChanges = duty.all('OnCallChanged').map(
          ({ effectiveAt, after }) =>
            `${effectiveAt} ${after
              .map(({ personId }) => personId)
              .toSorted()
              .join()}`,
        );
        expect(recordedChanges).toEqual(expectedChanges);
        expect(duty.again()).toEqual([]);
      }),
      runs,
    );
  });
});

describe('a thousand schedules that hand off at one instant', () => {
  it('are all recorded, at their moment, after everything that is for a person', () => {
    const nth = (n: number): string => idOf(`5c${n.toString(16).padStart(4, '0')}`);
    const duty = new DutyWorld();
    const createdFacts = Array.from({ length: 1_000 }, (_, n): Fact => ({
      ...scheduleCreated,
      data: { ...scheduleCreated.data, scheduleId: nth(n), name: `Schedule ${n}` },
    }));
    duty.has(`team-${teamId}`, ...createdFacts);
    duty.world.advanceTo('2026-11-23T08:00:00.000Z');
    const handedOff = duty.all('OnCallChanged').filter(({ effectiveAt }) => effectiveAt === '2026-11-23T08:00:00.000Z');
    expect(new Set(handedOff.map((one) => one.scheduleId)).size).toBe(1_000);
    expect(handedOff.every(({ late }) => late === undefined)).toBe(true);
    const next = [...duty.world.rows<OnCallRow>('onCall').all()].map(({ nextAt }) => nextAt);
    expect(new Set(next)).toEqual(new Set(['2026-11-30T08:00:00.000Z']));
    const [timer] = scheduleTimers.due({ scheduleId, next: { dueAt: start, plannedBy: '' }, covers: {} } as never, 1);
    expect(timer!.rank).toBe(machineRank);
    expect(machineRank).toBeGreaterThan(quietRank);
  });
});
