import { limits } from '@tocsin/contracts/limits.js';
import type { DutyShown } from '@tocsin/contracts/duty.js';
import type { ScheduleFact } from '@tocsin/contracts/schedules.js';
import { after, whenDecided, type Context } from '@tocsin/kernel/decide/decider.js';
import { between, plus, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule, continuationShown, dutyShown } from './as-schedule.js';
import { zonesOf } from './shared/zones-of.js';
import { changeAfter, dutiesAt } from './shared/on-call-now.js';
import { continuationsAt } from './shifts/layers.js';
import { changesWithin, isSamePeople } from './shifts/next-change.js';
import { evolveSchedule, type BegunSchedule } from './state.js';

/** The approximate part of an append for recorded changes, which leaves room for the decision after them. */
const recordedBytes = limits.appendBytes / 3;

const peopleOf = (duties: readonly DutyShown[]): string[] => duties.map(({ personId }) => personId);

/** The state after facts that are decided. */
export const afterFacts = (state: BegunSchedule, facts: readonly ScheduleFact[], context: Context): BegunSchedule =>
  after({ evolve: evolveSchedule }, state, facts, whenDecided(context));

export const lateness = (effectiveAt: string, now: string): { readonly late?: number } => {
  const late = between(effectiveAt, now);
  return late > limits.foundLate ? { late } : {};
};

/** Versions that took effect, each with how its rotations continue. Of two at the same instant the later one counts. */
export function effectiveChanges(state: BegunSchedule, now: string): readonly ScheduleFact[] {
  const { scheduleId, versions } = state;
  const due = versions.filter(({ effectiveFrom, rotations }) => rotations === null && effectiveFrom <= now);
  const counting = due.filter(({ effectiveFrom }, index) => due[index + 1]?.effectiveFrom !== effectiveFrom);
  const schedule = asSchedule(state);
  return counting.map(({ version, effectiveFrom: effectiveAt }) => {
    const rotations = continuationsAt(schedule.versions, zonesOf(state), toMillis(effectiveAt)).map(continuationShown);
    return { type: 'ScheduleVersionTookEffect', data: { scheduleId, version, effectiveAt, rotations } };
  });
}

/** Changes of on-call people since the last record, each at its instant. */
function* onCallChanges(state: BegunSchedule, now: string): Iterable<ScheduleFact> {
  const { scheduleId, upTo, onCall } = state;
  if (upTo > now) return;
  let before = peopleOf(onCall);
  const within = { from: toMillis(upTo), to: toMillis(now) + 1 };
  for (const { at, duties } of changesWithin(asSchedule(state), zonesOf(state), within, before)) {
    const [effectiveAt, people] = [toInstant(at), duties.map(dutyShown)];
    yield { type: 'OnCallChanged', data: { scheduleId, effectiveAt, before, after: people, ...lateness(effectiveAt, now) } };
    before = peopleOf(people);
  }
}

const momentOf = ({ data }: ScheduleFact): string => ('effectiveAt' in data ? data.effectiveAt : '');

export interface Recording {
  readonly facts: readonly ScheduleFact[];
  /** Whether that is everything up to now. */
  readonly isAll: boolean;
}

/** Duties up to now that are not recorded yet, in order; as many as fit into one append. */
export function recordDue(state: BegunSchedule, now: string): Recording {
  const facts: ScheduleFact[] = [];
  const versions = [...effectiveChanges(state, now)];
  let bytes = 0;
  let changes = 0;
  const isFull = (): boolean => changes >= limits.handoffsTogether || bytes > recordedBytes;
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
export function closing(state: BegunSchedule, context: Context): readonly ScheduleFact[] {
  const { now } = context;
  const { scheduleId } = state;
  const before = peopleOf(state.onCall);
  const onCall = dutiesAt(state, now);
  const changed: readonly ScheduleFact[] = isSamePeople(before, peopleOf(onCall))
    ? []
    : [{ type: 'OnCallChanged', data: { scheduleId, effectiveAt: now, before, after: [...onCall] } }];
  return [...changed, { type: 'HandoffPlanned', data: { scheduleId, ...nextHandoff(state, now), upTo: now } }];
}

/** The next handoff, or an earlier instant at which a planned version takes effect; at the latest the horizon. */
export function nextHandoff(state: BegunSchedule, now: string): { readonly dueAt: string; readonly next: string[] } {
  const change = changeAfter(state, now);
  const planned = state.versions.find(({ effectiveFrom }) => effectiveFrom > now)?.effectiveFrom;
  const dueAt = change?.at ?? plus(now, limits.handoffHorizon);
  if (planned !== undefined && planned < dueAt) return { dueAt: planned, next: peopleOf(dutiesAt(state, planned)) };
  return { dueAt, next: peopleOf(change?.people ?? dutiesAt(state, dueAt)) };
}
