import type { Target } from './policies.js';
import type { OnCallRow } from './schedules.js';
import type { TeamRow } from './teams.js';

/** What is known of schedules and teams, by their ids. */
export interface Standing {
  readonly onCall: ReadonlyMap<string, Pick<OnCallRow, 'people' | 'next' | 'removed'>>;
  readonly teams: ReadonlyMap<string, Pick<TeamRow, 'members' | 'removed'>>;
}

const nobody: Standing = { onCall: new Map(), teams: new Map() };

/** Who stands behind targets at the moment: each person once. */
export const behindNow = (targets: readonly Target[], { onCall, teams }: Standing = nobody): readonly string[] => {
  const behind = (target: Target): readonly string[] => {
    if (target.kind === 'person') return [target.personId];
    if (target.kind === 'team') return teams.get(target.teamId)?.members.map(({ personId }) => personId) ?? [];
    const row = onCall.get(target.scheduleId);
    return (target.kind === 'schedule' ? row?.people.map(({ personId }) => personId) : row?.next) ?? [];
  };
  return [...new Set(targets.flatMap(behind))];
};

/** Whether these steps name persons alone: nobody else comes to stand behind them by time or membership. */
export const namesPersonsOnly = (steps: readonly { readonly targets: readonly Target[] }[]): boolean =>
  steps.every(({ targets }) => targets.every(({ kind }) => kind === 'person'));
