import type { BacktestChange, BacktestRow } from '@tocsin/contracts/backtests/backtests.js';
import type { MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import type { RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import type { SilenceRow } from '@tocsin/contracts/silences/noun.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';

type OfType<T extends BacktestChange['type']> = Extract<BacktestChange, { type: T }>['data'];
type DraftedType = 'ChangeRoutes' | 'PlanMaintenance' | 'StartSilence';

/** What there is now. */
export interface Made {
  readonly routes: readonly Pick<RouteRulesRow, 'id' | 'version'>[];
  readonly windows: readonly Pick<MaintenanceRow, 'teamId' | 'name'>[];
  readonly silences: readonly Pick<SilenceRow, 'id' | 'teamId' | 'matchers' | 'state'>[];
  readonly now: string;
}

/** Whether a change is still to be made: nobody made it, and nothing has come between. */
const isOpen: { readonly [T in DraftedType]: (data: OfType<T>, made: Made, id: string) => boolean } = {
  ChangeRoutes: ({ integrationId, version }, { routes }) => (routes.find(({ id }) => id === integrationId)?.version ?? 0) === version,
  PlanMaintenance: ({ teamId, name }, { windows }) => !windows.some((one) => one.teamId === teamId && one.name === name),
  // one that was made of it may have been ended since
  StartSilence: ({ teamId, matchers, until }, { silences, now }, id) => {
    const isSame = (one: Made['silences'][number]): boolean =>
      one.state === 'active' && one.teamId === teamId && JSON.stringify(one.matchers) === JSON.stringify(matchers);
    return until > now && !silences.some((one) => one.id === id || isSame(one));
  },
};

const newIds: Partial<Record<BacktestChange['type'], string>> = { StartSilence: 'silenceId', PlanMaintenance: 'windowId' };

/** The command that makes the change. What it makes has the draft’s id: made by two at once, there is one. */
export const commandOf = <C extends BacktestChange>(change: C, id: string): C['data'] => {
  const field = newIds[change.type];
  return { ...(field === undefined ? {} : { [field]: id }), ...change.data };
};

const mostShown = 10;

/** Backtests are the drafts of their changes: those that nobody has applied, the newest first. */
export const openDrafts = (rows: readonly BacktestRow[], made: Made): readonly BacktestRow[] =>
  rows
    .filter(({ id, state, hidden, request: { change, log } }) => {
      if (state !== 'done' || hidden || log !== undefined || change === null || !(change.type in isOpen)) return false;
      return isOpen[change.type as DraftedType](change.data as never, made, id);
    })
    .slice(0, mostShown);

const neverNeeded = (): boolean => false;
const managersOnly: Partial<Record<BacktestChange['type'], (data: never, now: number) => boolean>> = {
  ChangeRoutes: () => true,
  PlanMaintenance: ({ rule }: OfType<'PlanMaintenance'>) => rule !== null,
  StartSilence: ({ until }: OfType<'StartSilence'>, now) => Date.parse(until) - now > silenceLimits.longestOfResponder,
};

/** Whether only who configures the team may make the change. Of all others, their command says so. */
export const needsManager = ({ type, data }: BacktestChange, now: number): boolean =>
  (managersOnly[type] ?? neverNeeded)(data as never, now);
