import type { Actor } from '@tocsin/contracts/envelope.js';
import type { DraftAct, DraftRequest } from '@tocsin/contracts/schedules/answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { makeContext } from '@tocsin/kernel/decide/context.js';
import { isFacts } from '@tocsin/kernel/decide/decider.js';
import { isRefused, type Refusal } from '@tocsin/kernel/decide/refusal.js';
import { laterOf } from '@tocsin/kernel/time.js';
import type { ConfigurationContext, ConfigurationReads } from '../../../reads.js';
import type { Covers } from '../covers/covers-fold.js';
import { addOverrides, changeOverride, removeOverride } from '../decide-overrides.js';
import { addTemporary, changeTemporary, removeTemporary } from '../decide-temporary.js';
import { checkLayers } from '../layer-checks.js';
import { withRules } from '../rules-fold.js';
import { loadLatestZoneTable } from '../shifts/zone-table.js';
import type { StartedSchedule, StartedDecisionFunction, ScheduleAnswer } from '../state.js';

/** A schedule as saved, and as it would be. */
export interface ScheduleDraft {
  readonly before: ScheduleRow;
  readonly after: ScheduleRow;
  /** Cover requests of the saved schedule. */
  readonly covers: Covers;
}

/** The deciders of the commands, so that a preview shows exactly what saving would do. */
const decides: {
  readonly [T in DraftAct['type']]: StartedDecisionFunction<(DraftAct & { readonly type: T })['data'] & { scheduleId: string }>;
} = {
  AddOverrides: addOverrides,
  ChangeOverride: changeOverride,
  RemoveOverride: removeOverride,
  AddTemporarySchedule: addTemporary,
  ChangeTemporarySchedule: changeTemporary,
  RemoveTemporarySchedule: removeTemporary,
};

interface DraftContext {
  readonly actor: Actor;
  readonly reads: ConfigurationReads;
  readonly now: string;
}

/**
 * The result of a change that is not saved, or the refusal that saving would give. `saved`: undefined for a new
 * schedule.
 */
export function draftSchedule(
  id: string,
  savedSchedule: ScheduleRow | undefined,
  draft: DraftRequest,
  draftContext: DraftContext,
): ScheduleDraft | Refusal {
  const context = makeContext({ ...draftContext, commandId: id, epoch: 0 });
  const before = savedSchedule ?? createUnsaved(id, draft.timeZone ?? 'UTC');
  const rules = withLayers(before, draft, context);
  return isRefused(rules) ? rules : withActs(before, rules, draft.acts ?? [], context);
}

function withLayers(before: ScheduleRow, draft: DraftRequest, context: ConfigurationContext): ScheduleRow | Refusal {
  const { layers, timeZone = before.timeZone } = draft;
  if (!layers) return before;
  const effectiveFrom = laterOf(draft.effectiveFrom ?? context.now, context.now);
  const version = { version: before.version + 1, effectiveFrom, timeZone, layers, rotations: null };
  return checkLayers({ timeZone, layers }, context) ?? { ...before, timeZone, versions: [...before.versions, version] };
}

function withActs(
  before: ScheduleRow,
  rules: ScheduleRow,
  acts: readonly DraftAct[],
  context: ConfigurationContext,
): ScheduleDraft | Refusal {
  let after: StartedSchedule & ScheduleRow = { ...rules, scheduleId: before.id, onCall: [], upTo: context.now, covers: [], handoff: null };
  for (const [n, { type, data }] of acts.entries()) {
    const decide = decides[type] as StartedDecisionFunction<unknown>;
    const ofAct = makeContext({ ...context, commandId: `${before.id} ${n}` });
    const decision: ScheduleAnswer = decide({ scheduleId: before.id, ...data }, after, ofAct);
    if (isRefused(decision)) return decision;
    if (isFacts(decision)) after = decision.reduce(withRules, after);
  }
  return { before, after, covers: context.reads.coverRequests.get(before.id)?.requests ?? [] };
}

/** The starting point for a new schedule. */
const createUnsaved = (id: string, timeZone: string): ScheduleRow => ({
  id,
  teamId: id,
  name: '',
  externalKey: null,
  removed: false,
  version: 0,
  timeZone,
  zones: loadLatestZoneTable().version,
  versions: [],
  overrides: [],
  temporary: [],
});
