import type { SilenceFact } from '@tocsin/contracts/silences/noun.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing, type Refusal } from '@tocsin/kernel/decide/refusal.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { doMatch, patternProblemOf } from '../../rules/matchers.js';
import { refuseManyPatterns } from '../../rules/pattern-budget.js';
import { hasOrganisationPermission, hasTeamPermission, refusePermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { refuseUnlessConfigurer } from '../../rules/settings-checks.js';
import { rowsOf } from '../../rules/team-rows.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';
import type { SilenceCommand } from './commands.js';
import { coveredBy } from './covered.js';
import { reviewSilence, silenceTimerActs, type SilenceContext } from './follow-time.js';
import { silenceFold, type PlannedSilenceRow } from './views.js';

type State = PlannedSilenceRow | null;
type Data<T extends SilenceCommand['type']> = DataOf<SilenceCommand, T>;

const whoMay = 'a manager or responder of the team';

const refuseTeam = (teamId: string | null, context: Pick<SilenceContext, 'actor' | 'reads'>): Refusal | null => {
  if (teamId === null) return hasOrganisationPermission(context, 'silence.start') ? null : refusePermission('an owner or an admin');
  const team = context.reads.teams.get(teamId);
  if (!hasTeamPermission(context, 'silence.start', team)) return refusePermission(whoMay);
  return team && !team.removed ? null : refuse('team.not_found', {}, 'teamId');
};

/** Managers of the team configure its services: their silences may be longer. */
const refuseEnd = (until: string, teamId: string | null, context: SilenceContext): Refusal | null => {
  const length = millisBetween(context.now, until);
  if (length <= 0) return refuse('silence.ends_in_the_past', {}, 'until');
  if (length > silenceLimits.longest) return refuse('silence.too_long', { limit: '90 days' }, 'until');
  const isManager = refuseUnlessConfigurer(context, 'service.configure', teamId) === null;
  return isManager || length <= silenceLimits.longestOfResponder
    ? null
    : refuse('silence.too_long_for_responder', { limit: '24 h' }, 'until');
};

const refuseMatchers = (data: Data<'StartSilence'>, context: SilenceContext): Refusal | null => {
  for (const [n, matcher] of data.matchers.entries()) {
    const reason = patternProblemOf(matcher);
    if (reason !== null) return refuse('silence.pattern_invalid', { reason }, `matchers.${n}.value`);
  }
  const others = rowsOf(context.reads.activeSilences, data.teamId).map(({ matchers }) => matchers);
  const tooMany = refuseManyPatterns(data.matchers, others, 'matchers');
  if (tooMany || !doMatch(data.matchers, {})) return tooMany;
  const groups = [...coveredBy(data, context.reads)].length;
  return data.confirmedGroups === groups ? null : refuse('silence.matches_everything', { groups }, 'matchers');
};

const start = (data: Data<'StartSilence'>, state: State, context: SilenceContext): Decision<SilenceFact> => {
  const silenceId = data.silenceId ?? context.newId('silence');
  if (state) return new Nothing({ silenceId });
  const { teamId, matchers, until, comment, exempt, untilResolved, confirmedGroups } = data;
  const limit = silenceLimits.activePerTeam;
  const refusal = refuseTeam(teamId, context) ?? refuseEnd(until, teamId, context) ?? refuseMatchers(data, context);
  if (refusal) return refusal;
  if (rowsOf(context.reads.activeSilences, teamId).length >= limit) return refuse('limit.silences', { limit });
  return [{ type: 'SilenceStarted', data: { silenceId, teamId, matchers, until, comment, exempt, untilResolved, confirmedGroups } }];
};

type Act = (silence: PlannedSilenceRow, context: SilenceContext) => Decision<SilenceFact>;

const onActive = (silence: State, context: SilenceContext, act: Act): Decision<SilenceFact> => {
  // whether there is one is said to those who may end it
  if (silence && silence.teamId === null) return refuseTeam(null, context) ?? act(silence, context);
  const team = silence?.teamId ? context.reads.teams.get(silence.teamId) : undefined;
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

const byId = ({ silenceId }: { readonly silenceId: string }): string => silenceId;

/** A silence is a stream, because it has a timer. */
export const silenceDecider: Decider<State, SilenceCommand, SilenceFact, GroupReads> = {
  category: 'silence',
  initial: null,
  streamId: {
    StartSilence: ({ silenceId }, context) => silenceId ?? context.newId('silence'),
    ChangeSilenceEnd: byId,
    EndSilence: byId,
    EndSilenceOnTime: byId,
    EndQuietSilence: byId,
    AnnounceSilenceEnd: byId,
    ReviewSilence: byId,
  },
  decide: {
    StartSilence: start,
    ChangeSilenceEnd: (data, state, context) => onActive(state, context, changeEnd(data)),
    EndSilence: (_data, state, context) => onActive(state, context, end),
    ...silenceTimerActs,
    ReviewSilence: (_data, state, context) => reviewSilence(state, context),
  },
  evolve: evolveOf<State, PlannedSilenceRow, SilenceFact>(
    silenceFold,
    (state) => state ?? undefined,
    (_state, _id, row) => row,
  ),
};
