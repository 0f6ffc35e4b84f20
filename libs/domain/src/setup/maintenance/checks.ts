import type { MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import * as maintenanceLimits from '@tocsin/contracts/maintenance/limits.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { toMillis } from '@tocsin/kernel/time.js';
import type { ConfigurationContext } from '../../reads.js';
import { patternProblemOf } from '../../rules/matchers.js';
import { isNameTaken } from '../../rules/names.js';
import { refuseManyPatterns } from '../../rules/pattern-budget.js';
import { hasOrganisationPermission, hasTeamPermission, refusePermission } from '../../rules/permissions.js';
import { day, RuleProblem } from '../../rules/recurrence/rule.js';
import { refuse } from '../../rules/refuse.js';
import { refuseUnlessConfigurer } from '../../rules/settings-checks.js';
import { rowsOf } from '../../rules/team-rows.js';
import { findLatestZone } from '../schedules/shared/latest-zones.js';
import { doesCoverEverything } from './shared/covers-everything.js';
import { lengthOf, listSpans, spansAfter } from './occurrences.js';

type Settings = Pick<MaintenanceRow, 'name' | 'services' | 'matchers' | 'from' | 'to' | 'zone' | 'rule' | 'behaviour'> & {
  readonly coversEverything?: true | undefined;
};

/** Responders of the team plan short windows that take place once; its managers the others; an admin those of the organisation. */
export const refuseActor = (
  teamId: string | null,
  context: Pick<ConfigurationContext, 'actor' | 'reads'>,
  times?: Pick<Settings, 'from' | 'to' | 'rule'>,
): Refusal | null => {
  if (teamId === null) return hasOrganisationPermission(context, 'silence.start') ? null : refusePermission('an owner or an admin');
  const team = context.reads.teams.get(teamId);
  if (!hasTeamPermission(context, 'silence.start', team)) return refusePermission('a manager or responder of the team');
  if (!team || team.removed) return refuse('team.not_found', {}, 'teamId');
  const isShort = !times || (times.rule === null && lengthOf(times) <= maintenanceLimits.longestOfResponder);
  return isShort || refuseUnlessConfigurer(context, 'service.configure', teamId) === null
    ? null
    : refuse('maintenance.too_long_for_responder', { limit: '12 h' }, 'to');
};

const refuseTimes = (settings: Settings, { now }: ConfigurationContext): Refusal | null => {
  const length = lengthOf(settings);
  if (!findLatestZone(settings.zone)) return refuse('maintenance.zone_unknown', {}, 'zone');
  if (!(length > 0)) return refuse('maintenance.ends_before_it_begins', {}, 'to');
  const tooLong = refuse('maintenance.too_long', { limit: '90 days' }, 'to');
  if (length > maintenanceLimits.longest) return tooLong;
  const times = { ...settings, skipped: [], endedEarly: [] };
  try {
    const from = toMillis(now);
    const spans = listSpans(times, { from, to: from + 4_000 * day });
    // those that meet are one
    if (spans.some((span) => span.to - span.from > maintenanceLimits.longest)) return tooLong;
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    return refuse('maintenance.rule_unreadable', {}, 'rule');
  }
  return spansAfter(times, toMillis(now), 1).length === 0 ? refuse('maintenance.is_over', {}, 'to') : null;
};

const refuseScope = (windowId: string, teamId: string | null, settings: Settings, { reads }: ConfigurationContext): Refusal | null => {
  const { services, matchers } = settings;
  if (services.length === 0 && matchers.length === 0) return refuse('maintenance.covers_nothing', {}, 'services');
  for (const serviceId of services) {
    const service = reads.services.get(serviceId);
    if (!service || (teamId !== null && service.teamId !== teamId)) return refuse('maintenance.service_unknown', {}, 'services');
  }
  for (const [n, matcher] of matchers.entries()) {
    const reason = patternProblemOf(matcher);
    if (reason !== null) return refuse('maintenance.pattern_invalid', { reason }, `matchers.${n}.value`);
  }
  if (doesCoverEverything(settings) && !settings.coversEverything) return refuse('maintenance.matches_everything', {}, 'matchers');
  const others = rowsOf(reads.maintenanceWindows, teamId).filter(({ id }) => id !== windowId);
  return refuseManyPatterns(
    matchers,
    others.map((one) => one.matchers),
    'matchers',
    reads.maintenanceWindows.get(windowId)?.matchers,
  );
};

export const refuseSettings = (
  windowId: string,
  teamId: string | null,
  settings: Settings,
  context: ConfigurationContext,
): Refusal | null =>
  (isNameTaken(rowsOf(context.reads.maintenanceWindows, teamId), settings.name, windowId)
    ? refuse('maintenance.name_taken', {}, 'name')
    : null) ??
  refuseScope(windowId, teamId, settings, context) ??
  refuseTimes(settings, context);
