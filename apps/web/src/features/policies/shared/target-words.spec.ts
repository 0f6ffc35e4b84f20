import type { Target } from '@tocsin/contracts/policies/noun.js';
import { targetKey } from '@tocsin/contracts/policies/targets.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { responsibilityOf } from '../../alerts/shared/responsibility.js';
import { dutyWords } from '../../schedules/shared/duty-reasons.js';
import { ids, names } from '../../../data/words/names.fixture.js';
import { targetWords } from './target-words.js';

const rota: Target = { kind: 'schedule', scheduleId: ids.rota };
const next: Target = { kind: 'next_on_call', scheduleId: ids.rota };
const team: Target = { kind: 'team', teamId: ids.payments };
const ana: Target = { kind: 'person', personId: ids.ana };

it('what a step pages has a name of its own kind', () => {
  const targetText = (target: Target) => targetWords(target, names(), ids.ana);
  expect([rota, next, team, ana].map(targetText)).toEqual([
    'Payments rota',
    'next on call in Payments rota',
    'everyone in Payments',
    'you',
  ]);
  expect(new Set([rota, next, team, ana].map(targetKey)).size).toBe(4);
});

it('who stands behind it at the moment is known', () => {
  const { behind } = names();
  expect([behind([rota]), behind([next]), behind([team]), behind([ana, rota, team])]).toEqual([
    [ids.bo],
    [ids.carla],
    [ids.ana, ids.bo],
    [ids.ana, ids.bo],
  ]);
  expect(behind([{ kind: 'schedule', scheduleId: ids.gone }])).toEqual([]);
});

it('the list says whom a schedule will ring, and that it rings again whom it rings already', () => {
  const climbed = { steps: [{ stepId: 's', targets: [rota], waitMinutes: 5, notifyOthersStill: false }] };
  const holding = (paging: readonly string[], pagingBy = {}) =>
    responsibilityOf(
      partOf<Parameters<typeof responsibilityOf>[0]>({
        status: 'firing',
        paging: [...paging],
        pagingBy,
        nobodyHasIt: false,
        next: { round: 1, step: 1, dueAt: '2026-11-21T03:12:00.000Z' },
      }),
      climbed,
      names(),
    );
  const says = (paging: readonly string[]) => holding(paging).next?.says;
  expect(holding([ids.ana, ids.bo], { [ids.bo]: ids.rota }).says).toBe('Notifying you and Bo (Payments rota)');
  expect(says([])).toBe('notifies Payments rota (Bo)');
  expect(says([ids.ana])).toBe('then Payments rota (Bo)');
  expect(says([ids.bo])).toBe('again');
});

it('the ladder says why somebody stood behind a schedule', () => {
  const words = (why: Parameters<typeof dutyWords>[0]['why']) => dutyWords({ scheduleId: ids.rota, why }, names());
  expect(words({ kind: 'override', overrideId: ids.page, replacesId: ids.carla })).toBe('Payments rota, override for Carla');
  expect(words({ kind: 'override', overrideId: ids.page, replacesId: ids.carla, coverId: ids.page })).toBe(
    'Payments rota, covers for Carla',
  );
  expect(words({ kind: 'temporary', temporaryId: ids.page, fallback: true })).toBe('Payments rota, fallback of the temporary schedule');
  const turn = { from: '2026-11-16T09:00:00.000Z', to: '2026-11-23T09:00:00.000Z' };
  expect(words({ kind: 'rotation', version: 1, layerId: ids.page, slotId: ids.page, ...turn })).toBe('Payments rota, by rotation');
});
