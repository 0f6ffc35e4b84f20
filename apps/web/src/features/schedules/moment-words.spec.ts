import { ids, names } from '../../data/words/names.fixture.js';
import { momentWords, whyThen } from './moment-words.js';
import { layerOf } from './schedule.fixture.js';

const at = '2026-11-20T03:12:00.000Z';
const now = Date.parse('2026-11-23T10:00:00.000Z');
const layer = layerOf([[ids.ana], [ids.bo]]);
const why = {
  kind: 'rotation',
  version: 2,
  layerId: layer.layerId,
  slotId: layer.rotation.slots[0]!.slotId,
  from: '2026-11-16T09:00:00.000Z',
  to: '2026-11-23T09:00:00.000Z',
} as const;
const words = (people: readonly string[], then = at) =>
  momentWords({ at: then, now: people.map((personId) => ({ personId, why })) }, names(), 'Europe/Berlin', now);

it('says who was on call at a moment, by the clock that is shown', () => {
  expect(words([ids.bo])).toBe('Fri 20 Nov 2026 04:12: Bo was on call.');
  expect(words([ids.bo, ids.carla])).toBe('Fri 20 Nov 2026 04:12: Bo and Carla were on call.');
  expect(words([])).toBe('Fri 20 Nov 2026 04:12: No one was on call.');
  expect(words([ids.bo], '2027-11-20T03:12:00.000Z')).toBe('Sat 20 Nov 2027 04:12: Bo will be on call.');
});

it('says why: the turn of a rotation that is still there, an override, a cover, a temporary schedule', () => {
  const row = { versions: [{ version: 2, effectiveFrom: at, timeZone: 'UTC', layers: [layer], rotations: null }] };
  const reason = (duty: Parameters<typeof whyThen>[0], of: Parameters<typeof whyThen>[1] = row) => whyThen(duty, of, names(), 'UTC');
  const turn = 'turn of Mon 16 Nov 09:00 – Mon 23 Nov 09:00, version 2';
  expect(reason({ personId: ids.bo, why })).toBe(`Bo: by rotation Weekly, ${turn}`);
  expect(reason({ personId: ids.bo, why }, { versions: [] })).toBe(`Bo: by rotation, ${turn}`);
  const override = { kind: 'override', overrideId: ids.page, replacesId: ids.carla } as const;
  expect(reason({ personId: ids.bo, why: override })).toBe('Bo: override for Carla');
  expect(reason({ personId: ids.bo, why: { ...override, coverId: ids.page } })).toBe('Bo: covers for Carla');
  expect(reason({ personId: ids.bo, why: { kind: 'temporary', temporaryId: ids.page, fallback: true } })).toBe(
    'Bo: fallback of the temporary schedule',
  );
});
