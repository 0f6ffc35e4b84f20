import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { ConfigStep, OwnedItem } from '@tocsin/contracts/config-files/noun.js';
import type { ConfigChange } from '@tocsin/contracts/config-files/plan.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import type { PlacedOf } from './documents.js';
import type { PlanningInput } from './input.js';

type Placed = PlacedOf<'Overrides'>;
interface Seeds {
  readonly steps: readonly ConfigStep[];
  readonly changes: readonly ConfigChange[];
}

/** Made once by its key if its end lies ahead: not again after somebody deleted it. */
const isNew = (to: string, id: string, known: ReadonlySet<string>, { now, reads }: PlanningInput): boolean =>
  to > now && !known.has(id) && reads.configItems.get(id) === undefined;

type IsWanted = (thing: { readonly teamId: string }) => boolean;

const planOne = (placed: Placed, isWanted: IsWanted, input: PlanningInput): Seeds => {
  const { directory, reads } = input;
  const { schedule, overrides, temporary } = placed.document;
  const scheduleId = directory.find('Schedule', undefined, schedule, placed, 'schedule');
  if (scheduleId === undefined || !isWanted({ teamId: directory.teamOf(scheduleId)! })) return { steps: [], changes: [] };
  const label = directory.labelOf(scheduleId);
  const row = reads.schedules.get(scheduleId);
  const known = new Set([
    ...(row?.overrides ?? []).map(({ overrideId }) => overrideId),
    ...(row?.temporary ?? []).map((one) => one.temporaryId),
  ]);
  const idOf = (externalKey: string): string => deriveNamedId('config-seed', scheduleId, externalKey);
  const person = (email: string | undefined, path: string): string | null =>
    email === undefined ? null : (directory.person(email, placed, path) ?? null);
  const ahead = overrides.flatMap(({ externalKey, kind, from, to, reason, ...who }, n) => {
    const overrideId = idOf(externalKey);
    if (!isNew(to, overrideId, known, input)) return [];
    const personId = person(who.person, `overrides[${n}].person`);
    const replacesId = person(who.replaces, `overrides[${n}].replaces`);
    return [{ overrideId, kind, personId, replacesId, from, to, reason }];
  });
  const stretches = temporary.flatMap(({ externalKey, from, to, reason, shifts, fallback }, n) => {
    const temporaryId = idOf(externalKey);
    if (!isNew(to, temporaryId, known, input)) return [];
    const path = `temporary[${n}]`;
    return [
      {
        scheduleId,
        temporaryId,
        from,
        to,
        reason,
        shifts: shifts.map((shift, m) => ({
          personId: person(shift.person, `${path}.shifts[${m}].person`),
          from: shift.from,
          to: shift.to,
        })),
        fallback: fallback.map((email, m) => person(email, `${path}.fallback[${m}]`)),
      },
    ];
  });
  const parts = Array.from({ length: Math.ceil(ahead.length / scheduleLimits.overridesTogether) }, (_, n) =>
    ahead.slice(n * scheduleLimits.overridesTogether, (n + 1) * scheduleLimits.overridesTogether),
  );
  const about = `Overrides ${label}`;
  const { file, line } = placed.place;
  const made = (id: string): OwnedItem => ({ kind: 'Overrides', id, file, line, fields: {} });
  const steps = [
    ...parts.map((part) => ({
      command: { type: 'AddOverrides', data: { scheduleId, overrides: part } },
      about,
      owned: part.map(({ overrideId }) => made(overrideId)),
    })),
    ...stretches.map((data) => ({ command: { type: 'AddTemporarySchedule', data }, about, owned: [made(data.temporaryId)] })),
  ];
  const count = ahead.length + stretches.length;
  const fields = [{ path: 'ahead', from: 'none', to: `${count} made`, drift: false, overwrites: null }];
  const at = placed.place;
  return {
    steps,
    changes:
      count === 0 ? [] : [{ kind: 'Overrides', name: label, id: scheduleId, action: 'create', at, revision: row?.version ?? 0, fields }],
  };
};

/** Overrides and temporary schedules ahead: made once, then people’s own. */
export const planSeeds = (documents: readonly Placed[], isWanted: IsWanted, input: PlanningInput): Seeds => {
  const all = documents.map((placed) => planOne(placed, isWanted, input));
  return { steps: all.flatMap(({ steps }) => steps), changes: all.flatMap(({ changes }) => changes) };
};
