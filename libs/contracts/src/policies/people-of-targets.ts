import type { PolicyTarget } from './noun.js';
import type { OnCallRow } from '../schedules/schedules.js';
import type { TeamRow } from '../teams/noun.js';

/** Rows of schedules and teams by id. */
export interface TargetRows {
  readonly onCall: ReadonlyMap<string, Pick<OnCallRow, 'people' | 'next' | 'removed'>>;
  readonly teams: ReadonlyMap<string, Pick<TeamRow, 'members' | 'removed'>>;
}

const noRows: TargetRows = { onCall: new Map(), teams: new Map() };

/** The people behind targets at the moment, each once; webhooks have none. */
export const peopleOfTargets = (targets: readonly PolicyTarget[], { onCall, teams }: TargetRows = noRows): readonly string[] => {
  const peopleOf = (target: PolicyTarget): readonly string[] => {
    if (target.kind === 'webhook') return [];
    if (target.kind === 'person') return [target.personId];
    if (target.kind === 'team') return teams.get(target.teamId)?.members.map(({ personId }) => personId) ?? [];
    const row = onCall.get(target.scheduleId);
    return (target.kind === 'schedule' ? row?.people.map(({ personId }) => personId) : row?.next) ?? [];
  };
  return [...new Set(targets.flatMap(peopleOf))];
};

/** Whether these steps name only people, so that time and membership don’t change who is paged. */
export const hasOnlyPersons = (steps: readonly { readonly targets: readonly PolicyTarget[] }[]): boolean =>
  steps.every(({ targets }) => targets.every(({ kind }) => kind === 'person' || kind === 'webhook'));
