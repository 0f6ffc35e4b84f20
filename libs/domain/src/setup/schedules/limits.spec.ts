import { commands } from '@tocsin/contracts/catalogue.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { bo, byOwner, idOf } from '../../configuration.fixture.js';
import { teamId } from '../teams/facts.fixture.js';
import { DutyWorld, start } from './duty-world.fixture.js';
import { scheduleId, weekly } from './facts.fixture.js';

const hour = 3_600_000;
const at = (hours: number): string => toInstant(toMillis(start) + hours * hour);
const hourOf = (n: number) => ({ from: at(n + 1), to: at(n + 2) });

function createDuty(): DutyWorld {
  const world = new DutyWorld();
  world.creates();
  return world;
}

/** The distinct outcomes of `many` attempts, and the outcome of one more. */
const answerMany = (repeatCount: number, does: (n: number) => string): readonly [readonly string[], string] => [
  [...new Set(Array.from({ length: repeatCount }, (_, n) => does(n)))],
  does(repeatCount),
];

describe('a schedule that has as much as it may', () => {
  it('takes no further override, and no imported one, until one of them is over', () => {
    const world = createDuty();
    const addOverrides = (n: number, count: number): string =>
      world.does('AddOverrides', {
        scheduleId,
        overrides: Array.from({ length: count }, (_, k) => ({ kind: 'add', personId: bo, replacesId: null, reason: '', ...hourOf(n + k) })),
      });
    const { overridesAhead: most, overridesTogether: batchLimit } = scheduleLimits;
    expect(answerMany(most / batchLimit, (n) => addOverrides(n * batchLimit, batchLimit))).toEqual([['done'], 'limit.overrides']);
    const shifts = [{ uid: 'a', personId: bo, ...hourOf(most) }];
    expect(world.does('ImportOverrides', { scheduleId, calendar: 'Rota', how: 'add', shifts })).toBe('limit.overrides');
    world.world.advanceTo(at(3));
    expect(addOverrides(most, 1)).toBe('done');
  });

  it('takes no further temporary schedule, until one of them is over', () => {
    const world = createDuty();
    const addOverrides = (n: number): string =>
      world.does('AddTemporarySchedule', {
        scheduleId,
        ...hourOf(n),
        shifts: [{ personId: bo, ...hourOf(n) }],
        fallback: [],
        reason: '',
      });
    expect(answerMany(scheduleLimits.temporaryAhead, addOverrides)).toEqual([['done'], 'limit.temporary_schedules']);
    world.world.advanceTo(at(3));
    expect(addOverrides(scheduleLimits.temporaryAhead)).toBe('done');
  });

  it('plans no further version; one that counts at once is taken', () => {
    const world = createDuty();
    const change = (n: number, effectiveFrom?: string): string =>
      world.does('ChangeSchedule', {
        scheduleId,
        version: n + 1,
        timeZone: 'UTC',
        layers: [{ ...weekly, name: `Number ${n}` }],
        ...(effectiveFrom && { effectiveFrom }),
      });
    expect(answerMany(scheduleLimits.plannedVersions, (n) => change(n, at(n + 1)))).toEqual([['done'], 'limit.planned_versions']);
    expect(change(scheduleLimits.plannedVersions)).toBe('done');
  });

  it('has no further request for cover open', () => {
    const world = createDuty();
    world.has(`team-${teamId}`, { type: 'TeamMemberAdded', data: { teamId, personId: bo, role: 'responder' } });
    const askForCover = (n: number): string => {
      const part = { from: at(1 + n / 2), to: at(1.5 + n / 2) };
      return world.does(
        'AskForCover',
        { scheduleId, personId: weekly.rotation.slots[0]!.people[0], offeredTo: null, inReturn: null, note: '', ...part },
        byOwner,
      );
    };
    expect(answerMany(scheduleLimits.coversOpen, askForCover)).toEqual([['done'], 'limit.covers']);
  });
});

it.each([
  [
    'layers',
    {
      layers: Array.from({ length: scheduleLimits.layersPerSchedule + 1 }, (_, n) => ({ ...weekly, layerId: idOf(`9${n.toString(16)}`) })),
    },
  ],
  [
    'restrictions of a layer',
    { layers: [{ ...weekly, restrictions: Array.from({ length: scheduleLimits.restrictionsPerLayer + 1 }, () => ({ weekdays: [1] })) }] },
  ],
  [
    'participants of a rotation',
    {
      layers: [
        {
          ...weekly,
          rotation: {
            ...weekly.rotation,
            slots: Array.from({ length: scheduleLimits.participantsPerRotation + 1 }, (_, n) => ({
              slotId: idOf(`8${n.toString(16)}`),
              people: [bo],
            })),
          },
        },
      ],
    },
  ],
])('more %s than there may be are no command', (_what, more) => {
  const parse = (part: object) =>
    commands.ChangeSchedule.data.safeParse({ scheduleId, version: 1, timeZone: 'UTC', layers: [weekly], ...part });
  expect(parse({}).success).toBe(true);
  expect(parse(more).error?.issues.map(({ code }) => code)).toEqual(['too_big']);
});
