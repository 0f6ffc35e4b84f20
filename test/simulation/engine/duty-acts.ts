import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { ana, bo, cleo, idOf } from '@tocsin/domain/configuration.fixture.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { people, policyId, teamId } from '../installation.js';
import type { Act } from './acts.js';
import type { Chance } from '@tocsin/kernel/chance.js';

export const scheduleId = idOf('5c');
const minute = 60_000;
const toInstant = (at: number): string => new Date(at).toISOString();
const clockOf = (at: number): string => toInstant(at).slice(11, 16);
type Moment = { readonly chance: Chance; readonly memory: MemoryRows; readonly now: number };
/** Undefined when there is nothing to act on. */
type MakeAct = (moment: Moment) => Act | undefined;
const toScheduleAct = (actorId: string, type: string, data: object): Act => ({
  actingPersonId: actorId,
  command: { type, data: { scheduleId, ...data } },
});
const rowOf = (memory: MemoryRows): ScheduleRow | undefined => memory.rows<ScheduleRow>('schedules').get(scheduleId);

/** In the upper layer people come on call or go off every few minutes; each hour has another person. */
const createLayers = ({ chance, now }: Pick<Moment, 'chance' | 'now'>): readonly LayerSetting[] => {
  const shiftMs = chance.drawBetween(3, 6) * minute;
  const restrictions = Array.from({ length: 30 }, (_, n) => {
    const from = Math.floor(now / minute) * minute + n * shiftMs;
    return { weekdays: [], times: { from: clockOf(from), to: clockOf(from + shiftMs / 2 + (shiftMs % (2 * minute)) / 2) } };
  });
  const createLayer = (n: number, more: Partial<LayerSetting>, persons: readonly string[]): LayerSetting => ({
    layerId: idOf(`1a${n}`),
    name: 'Layer',
    timeZone: null,
    priority: n,
    from: null,
    rotation: {
      slots: persons.map((personId, place) => ({ slotId: idOf(`5${n}${place}`), people: [personId] })),
      length: { unit: 'hours', count: 1 },
      anchor: toInstant(now - (now % minute) - 30 * minute),
      countsCoveredTimeOnly: false,
    },
    restrictions: [],
    ...more,
  });
  const [first, second] = chance.shouldHappen(0.5) ? [ana, bo] : [bo, ana];
  return [createLayer(0, {}, [first, second]), createLayer(1, { restrictions }, [cleo, first])];
};

export const createSchedule = (chance: Chance, now: number): Act => {
  const rules = { name: 'Primary', externalKey: null, timeZone: 'UTC', layers: createLayers({ chance, now }) };
  return toScheduleAct(ana, 'CreateSchedule', { teamId, ...rules });
};

const target = { kind: 'schedule', scheduleId };
const stepsOf = (chance: Chance): readonly object[] => {
  const targets = [
    [target],
    [{ kind: 'next_on_call', scheduleId }],
    [target, { kind: 'team', teamId }],
    [{ kind: 'person', personId: cleo }],
  ];
  const first = chance.drawBetween(0, 2);
  return [targets[first]!, targets[(first + chance.drawBetween(0, 3)) % 4]!].map((one) => ({
    targets: one,
    waitMinutes: chance.drawBetween(1, 5),
    notifyOthersStill: false,
  }));
};
export const pageBySchedule: MakeAct = ({ chance, memory }) => {
  const policy = memory.rows<{ version: number }>('policies').get(policyId);
  if (!policy) return undefined;
  const data = { teamId, policyId, version: policy.version, name: 'Payments primary', steps: stepsOf(chance), repeats: 1, climbLow: false };
  return { actingPersonId: ana, command: { type: 'ChangePolicy', data } };
};

const nearFuture = ({ chance, now }: Moment) => {
  const from = now + chance.drawBetween(-1, 4) * minute;
  return { from: toInstant(from), to: toInstant(from + chance.drawBetween(1, 9) * minute) };
};
const addOverride: MakeAct = (moment) => {
  const { chance } = moment;
  const kind = chance.pick(['add', 'replace', 'replace', 'remove', 'remove_everybody']);
  const [personId, replacesId] = chance.pick([
    [ana, bo],
    [bo, cleo],
    [cleo, ana],
  ] as const);
  const coverPeople = {
    personId: kind === 'remove_everybody' ? null : personId,
    replacesId: kind === 'replace' ? replacesId : null,
  };
  return toScheduleAct(ana, 'AddOverrides', {
    overrides: [{ overrideId: chance.id(0), kind, ...coverPeople, ...nearFuture(moment), reason: '' }],
  });
};
const withdrawOverride: MakeAct = ({ chance, memory }) => {
  const overrides = rowOf(memory)?.overrides ?? [];
  return overrides.length === 0 ? undefined : toScheduleAct(ana, 'RemoveOverride', { overrideId: chance.pick(overrides).overrideId });
};
const edit: MakeAct = (moment) => {
  const row = rowOf(moment.memory);
  if (!row) return undefined;
  const effectiveFromPart = moment.chance.shouldHappen(0.5)
    ? { effectiveFrom: toInstant(moment.now + moment.chance.drawBetween(1, 5) * minute) }
    : {};
  return toScheduleAct(ana, 'ChangeSchedule', {
    version: row.version,
    timeZone: 'UTC',
    layers: createLayers(moment),
    ...effectiveFromPart,
  });
};
const withdrawEdit: MakeAct = ({ memory }) => {
  const plannedVersion = rowOf(memory)?.versions.find(({ rotations }) => rotations === null);
  return plannedVersion && toScheduleAct(ana, 'WithdrawScheduleChange', { version: plannedVersion.version });
};
const addTemporarySchedule: MakeAct = (moment) => {
  const times = nearFuture(moment);
  const shifts = moment.chance.shouldHappen(0.5) ? [{ personId: bo, ...times }] : [];
  return toScheduleAct(ana, 'AddTemporarySchedule', { temporaryId: moment.chance.id(0), ...times, shifts, fallback: [cleo], reason: '' });
};
const take: MakeAct = ({ chance, now }) => {
  const until = chance.shouldHappen(0.5) ? { until: toInstant(now + chance.drawBetween(1, 6) * minute) } : {};
  return toScheduleAct(chance.pick(people), 'TakeOnCall', until);
};

/** Acts that change who is on call, and whom the policy pages. */
export const dutyActs: readonly MakeAct[] = [
  pageBySchedule,
  pageBySchedule,
  take,
  take,
  addOverride,
  addOverride,
  withdrawOverride,
  edit,
  withdrawEdit,
  addTemporarySchedule,
];
