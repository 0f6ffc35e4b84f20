import { limits } from '@tocsin/contracts/limits.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { DutyShown } from '@tocsin/contracts/people/duty.js';
import type { ScheduleFact } from '@tocsin/contracts/schedules/schedules.js';
import { foldFacts, metaOfDecision, type Context } from '@tocsin/kernel/decide/decider.js';
import { millisBetween, addMillis, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule, toContinuedRotation, toDutyShown } from './as-schedule.js';
import { zonesOf } from './shared/zones-of.js';
import { changeAfter, computeDutiesAt } from './shared/on-call-now.js';
import { listContinuations } from './shifts/layers.js';
import { listChangesWithin, isSamePeople } from './shifts/next-change.js';
import { evolveSchedule, type StartedSchedule } from './state.js';

/** The approximate part of an append for recorded changes, which leaves room for the decision after them. */
const recordedBytes = limits.appendBytes / 3;

const peopleOf = (duties: readonly DutyShown[]): string[] => duties.map(({ personId }) => personId);

/** The state after facts that are decided. */
export const applyFacts = (state: StartedSchedule, facts: readonly ScheduleFact[], context: Context): StartedSchedule =>
  foldFacts({ evolve: evolveSchedule }, state, facts, metaOfDecision(context));

export const latenessOf = (effectiveAt: string, now: string): { readonly late?: number } => {
  const lateMs = millisBetween(effectiveAt, now);
  return lateMs > limits.foundLate ? { late: lateMs } : {};
};

/** Versions that took effect, each with how its rotations continue. Of two at the same instant the later one counts. */
export function listEffectiveChanges(state: StartedSchedule, now: string): readonly ScheduleFact[] {
  const { scheduleId, versions } = state;
  const due = versions.filter(({ effectiveFrom, rotations }) => rotations === null && effectiveFrom <= now);
  const countingVersions = due.filter(({ effectiveFrom }, index) => due[index + 1]?.effectiveFrom !== effectiveFrom);
  const schedule = asSchedule(state);
  return countingVersions.map(({ version, effectiveFrom: effectiveAt }) => {
    const rotations = listContinuations(schedule.versions, zonesOf(state), toMillis(effectiveAt)).map(toContinuedRotation);
    return { type: 'ScheduleVersionTookEffect', data: { scheduleId, version, effectiveAt, rotations } };
  });
}

/** Changes of on-call people since the last record, each at its instant. */
function* onCallChanges(state: StartedSchedule, now: string): Iterable<ScheduleFact> {
  const { scheduleId, upTo, onCall } = state;
  if (upTo > now) return;
  let before = peopleOf(onCall);
  const interval = { from: toMillis(upTo), to: toMillis(now) + 1 };
  for (const { at, duties } of listChangesWithin(asSchedule(state), zonesOf(state), interval, before)) {
    const [effectiveAt, people] = [toInstant(at), duties.map(toDutyShown)];
    yield { type: 'OnCallChanged', data: { scheduleId, effectiveAt, before, after: people, ...latenessOf(effectiveAt, now) } };
    before = peopleOf(people);
  }
}

const momentOf = ({ data }: ScheduleFact): string => ('effectiveAt' in data ? data.effectiveAt : '');

export interface DutyRecording {
  readonly facts: readonly ScheduleFact[];
  /** Whether that is everything up to now. */
  readonly isAll: boolean;
}

/** Duties up to now that are not recorded yet, in order; as many as fit into one append. */
export function recordDue(state: StartedSchedule, now: string): DutyRecording {
  const facts: ScheduleFact[] = [];
  const versions = [...listEffectiveChanges(state, now)];
  let bytes = 0;
  let changes = 0;
  const isFull = (): boolean => changes >= scheduleLimits.handoffsTogether || bytes > recordedBytes;
  const add = (fact: ScheduleFact): void => {
    bytes += JSON.stringify(fact).length;
    facts.push(fact);
  };
  for (const change of onCallChanges(state, now)) {
    if (isFull()) return { facts, isAll: false };
    while (versions.length > 0 && momentOf(versions[0]!) <= momentOf(change)) add(versions.shift()!);
    add(change);
    changes += 1;
  }
  for (const version of versions) add(version);
  return { facts, isAll: true };
}

/** The current on-call people, if the decision changed them, and the plan for the next change. */
export function listClosingFacts(state: StartedSchedule, context: Context): readonly ScheduleFact[] {
  const { now } = context;
  const { scheduleId } = state;
  const before = peopleOf(state.onCall);
  const onCall = computeDutiesAt(state, now);
  const dutyChange: readonly ScheduleFact[] = isSamePeople(before, peopleOf(onCall))
    ? []
    : [{ type: 'OnCallChanged', data: { scheduleId, effectiveAt: now, before, after: [...onCall] } }];
  return [...dutyChange, { type: 'HandoffPlanned', data: { scheduleId, ...planNextHandoff(state, now), upTo: now } }];
}

/** The next handoff, or an earlier instant at which a planned version takes effect; at the latest the horizon. */
export function planNextHandoff(state: StartedSchedule, now: string): { readonly dueAt: string; readonly next: string[] } {
  const change = changeAfter(state, now);
  const nextVersionAt = state.versions.find(({ effectiveFrom }) => effectiveFrom > now)?.effectiveFrom;
  const dueAt = change?.at ?? addMillis(now, scheduleLimits.handoffHorizon);
  if (nextVersionAt !== undefined && nextVersionAt < dueAt)
    return { dueAt: nextVersionAt, next: peopleOf(computeDutiesAt(state, nextVersionAt)) };
  return { dueAt, next: peopleOf(change?.people ?? computeDutiesAt(state, dueAt)) };
}
