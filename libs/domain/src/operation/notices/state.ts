import type { NoticeFact } from '@tocsin/contracts/notices/noun.js';
import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import type { Decider, Decision, Context } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { NoticeReads } from './reads.js';
import type { ToldShift } from './schedule-notices.js';

interface ToldGap {
  readonly from: string;
  readonly to: string | null;
}

/** What was told of a schedule or to a person, so that nothing is told twice. */
export interface Told {
  readonly goingOn: readonly ToldShift[];
  /** The last handoff of which the person was told. */
  readonly goingOff: string | null;
  /** Each gap, the oldest first: one that returns each week was told once. */
  readonly gaps: readonly ToldGap[];
}

export type NoticeContext = Context<NoticeReads>;
export type NoticeDecision = Decision<NoticeFact>;

export const nothingTold: Told = { goingOn: [], goingOff: null, gaps: [] };

const gapsRemembered = 100;

export const withShift = (told: readonly ToldShift[], shift: ToldShift, now: string): readonly ToldShift[] => {
  const since = addMillis(now, -noticeLimits.toldRemembered);
  return [...told.filter(({ at }) => at > since), shift];
};

export const evolveTold: Decider<Told, never, NoticeFact>['evolve'] = {
  NoticeGiven: (told, { personId, about }, { at: now }) => {
    if (about.kind === 'going_on')
      return { ...told, goingOn: withShift(told.goingOn, { personId, at: about.from, lead: about.lead }, now) };
    if (about.kind === 'going_off') return { ...told, goingOff: about.at };
    if (about.kind !== 'gap_ahead') return told;
    const gaps = [...told.gaps.filter(({ from }) => !about.gaps.some((gap) => gap.from === from)), ...about.gaps];
    return { ...told, gaps: gaps.slice(-gapsRemembered) };
  },
  NoticePassedOver: (told) => told,
};
