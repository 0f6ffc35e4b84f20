import { limits } from '@tocsin/contracts/limits.js';
import type { SilenceFact } from '@tocsin/contracts/silences/noun.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing, type Refusal } from '@tocsin/kernel/decide/refusal.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { doMatch, patternProblemOf } from '../../rules/matchers.js';
import { hasTeamPermission, refusePermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import type { SilenceCommand } from './commands.js';
import { silenceFold, type PlannedSilenceRow } from './views.js';

type State = PlannedSilenceRow | null;
type Data<T extends SilenceCommand['type']> = DataOf<SilenceCommand, T>;

const whoMay = 'a manager or responder of the team';

const refuseTeam = (teamId: string, context: ConfigurationContext): Refusal | null => {
  const team = context.reads.teams.get(teamId);
  if (!hasTeamPermission(context, 'silence.start', team)) return refusePermission(whoMay);
  return team && !team.removed ? null : refuse('team.not_found', {}, 'teamId');
};

/** Managers of the team configure its services: their silences may be longer. */
const refuseEnd = (until: string, teamId: string, context: ConfigurationContext): Refusal | null => {
  const length = millisBetween(context.now, until);
  if (length <= 0) return refuse('silence.ends_in_the_past', {}, 'until');
  if (length > silenceLimits.longest) return refuse('silence.too_long', { limit: '90 days' }, 'until');
  const isManager = hasTeamPermission(context, 'service.configure', context.reads.teams.get(teamId));
  return isManager || length <= silenceLimits.longestOfResponder
    ? null
    : refuse('silence.too_long_for_responder', { limit: '24 h' }, 'until');
};

const refuseMatchers = (matchers: Data<'StartSilence'>['matchers']): Refusal | null => {
  for (const [n, matcher] of matchers.entries()) {
    const reason = patternProblemOf(matcher);
    if (reason !== null) return refuse('silence.pattern_invalid', { reason }, `matchers.${n}.value`);
  }
  return doMatch(matchers, {}) ? refuse('silence.matches_everything', {}, 'matchers') : null;
};

const start = (data: Data<'StartSilence'>, state: State, context: ConfigurationContext): Decision<SilenceFact> => {
  const silenceId = data.silenceId ?? context.newId('silence');
  if (state) return new Nothing({ silenceId });
  const { teamId, matchers, until, comment, exempt } = data;
  const limit = silenceLimits.activePerTeam;
  const refusal = refuseTeam(teamId, context) ?? refuseEnd(until, teamId, context) ?? refuseMatchers(matchers);
  if (refusal) return refusal;
  if (context.reads.activeSilences.where('teamId', teamId).length >= limit) return refuse('limit.silences', { limit });
  return [{ type: 'SilenceStarted', data: { silenceId, teamId, matchers, until, comment, exempt } }];
};

type Act = (silence: PlannedSilenceRow, context: ConfigurationContext) => Decision<SilenceFact>;

const onActive = (silence: State, context: ConfigurationContext, act: Act): Decision<SilenceFact> => {
  // whether there is one is said to those who may end it
  const team = silence && context.reads.teams.get(silence.teamId);
  if (!hasTeamPermission(context, 'silence.start', team)) return refusePermission(whoMay);
  return silence ? act(silence, context) : refuse('silence.not_found');
};

const changeEnd =
  ({ until }: Data<'ChangeSilenceEnd'>): Act =>
  (silence, context) => {
    const { id: silenceId, teamId, state } = silence;
    if (state === 'ended') return refuse('silence.ended');
    if (silence.until === until) return new Nothing({ silenceId });
    return refuseEnd(until, teamId, context) ?? [{ type: 'SilenceEndChanged', data: { silenceId, teamId, until } }];
  };

const end: Act = ({ id: silenceId, teamId, state }) =>
  state === 'ended' ? new Nothing({ silenceId }) : [{ type: 'SilenceEnded', data: { silenceId, teamId, because: 'person' } }];

const endOnTime = ({ dueAt, plannedBy }: Data<'EndSilenceOnTime'>, state: State, { now }: ConfigurationContext): Decision<SilenceFact> => {
  if (state?.state !== 'active' || state.until !== dueAt || (plannedBy !== undefined && state.plannedBy !== plannedBy)) return [];
  const lateMs = millisBetween(dueAt, now);
  const late = lateMs > limits.foundLate ? { late: lateMs } : {};
  return [{ type: 'SilenceEnded', data: { silenceId: state.id, teamId: state.teamId, because: 'time', ...late } }];
};

const byId = ({ silenceId }: { readonly silenceId: string }): string => silenceId;

/** A silence is a stream, because it has a timer. */
export const silenceDecider: Decider<State, SilenceCommand, SilenceFact, ConfigurationReads> = {
  category: 'silence',
  initial: null,
  streamId: {
    StartSilence: ({ silenceId }, context) => silenceId ?? context.newId('silence'),
    ChangeSilenceEnd: byId,
    EndSilence: byId,
    EndSilenceOnTime: byId,
  },
  decide: {
    StartSilence: start,
    ChangeSilenceEnd: (data, state, context) => onActive(state, context, changeEnd(data)),
    EndSilence: (_data, state, context) => onActive(state, context, end),
    EndSilenceOnTime: endOnTime,
  },
  evolve: evolveOf<State, PlannedSilenceRow, SilenceFact>(
    silenceFold,
    (state) => state ?? undefined,
    (_state, _id, row) => row,
  ),
};
