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
    switch (target.kind) {
      case 'person':
        return [target.personId];
      case 'team':
        return teams.get(target.teamId)?.members.map(({ personId }) => personId) ?? [];
      case 'schedule':
        return onCall.get(target.scheduleId)?.people.map(({ personId }) => personId) ?? [];
      case 'next_on_call':
        return onCall.get(target.scheduleId)?.next ?? [];
    }
  };
  return [...new Set(targets.flatMap(behind))];
};

/** Whether these steps name persons alone: nobody else comes to stand behind them by time or membership. */
export const namesPersonsOnly = (steps: readonly { readonly targets: readonly Target[] }[]): boolean =>
  steps.every(({ targets }) => targets.every(({ kind }) => kind === 'person'));
