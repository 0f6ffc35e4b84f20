import type { RecordedOf } from '@tocsin/contracts/catalogue.js';

/** A person whose time on call goes to another, or to no one; `to` null: as long as the temporary schedule says. */
export interface ReplacedDuty {
  readonly personId: string;
  readonly byId: string | null;
  readonly from: string;
  readonly to: string | null;
}

/**
 * People from whom overrides take time on call without their request. A person who accepts a request for cover takes
 * what was offered, so that does not count.
 */
export const listReplacedByOverrides = ({ data, meta }: RecordedOf<'OverridesAdded'>): readonly ReplacedDuty[] =>
  data.overrides.flatMap(({ kind, personId, replacesId, from, to, coverId }) => {
    const [subject, byId] = kind === 'replace' ? [replacesId, personId] : [kind === 'remove' ? personId : null, null];
    return coverId !== undefined || subject === null || subject === meta.actor.id ? [] : [{ personId: subject, byId, from, to }];
  });

/**
 * The same for a take-over within a temporary schedule: people whose shift ends where the taker’s begins, or who were
 * on call in its gap.
 */
export const listReplacedByTaking = ({ data, meta }: RecordedOf<'TemporaryScheduleChanged'>): readonly ReplacedDuty[] => {
  if (!data.taken) return [];
  const { shifts, fallback } = data.temporary;
  const taker = meta.actor.id;
  const takersShift = shifts.findLast(({ personId, from, to }) => personId === taker && from <= meta.at && meta.at < to);
  if (!takersShift) return [];
  const { from, to } = takersShift;
  const ending = shifts.filter((shift) => shift.to === from && shift.personId !== taker).map(({ personId }) => personId);
  const people = ending.length > 0 ? ending : fallback.filter((personId) => personId !== taker);
  return [...new Set(people)].map((personId) => ({ personId, byId: taker, from, to }));
};
