import { findAbsenceAt } from '@tocsin/contracts/away-at.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { followedVersion } from '@tocsin/contracts/followed-version.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { endOfRest } from '../../schedules/shared/night.js';
import { checkHours } from '../../schedules/shared/within-hours.js';
import { resolveTarget, type TargetPerson } from '../paging/targets.js';
import { groupReads, type GroupReads } from './reads.js';

type Step = RecordedOf<'EscalationStepTaken'> | RecordedOf<'EscalationStepSkipped'>;

interface TimeWindow {
  readonly reads: GroupReads;
  readonly from: string;
  readonly to: string;
}

/** Whether a value read at an instant differs between start and end. */
const isOther = ({ from, to }: TimeWindow, at: (instant: string) => unknown): boolean =>
  JSON.stringify(at(from)) !== JSON.stringify(at(to));

/** The policy of a group at the time of the decision, which may have changed it. */
const policyOf = (events: readonly RecordedFact[], groupId: string, reads: GroupReads) => {
  const escalationStart = events.find((event) => event.type === 'EscalationStarted');
  const policy = escalationStart?.data.policy ?? reads.groups.get(groupId)?.policy;
  return policy && followedVersion(reads.policies.get(policy.policyId)?.versions ?? [], policy.version);
};

const idsOf = (people: readonly TargetPerson[]): readonly string[] => people.map(({ personId }) => personId);

const hasStepChanged = (events: readonly RecordedFact[], { data }: Step, timeWindow: TimeWindow): boolean => {
  const { reads } = timeWindow;
  const step = typeof data.step === 'number' ? policyOf(events, data.groupId, reads)?.steps[data.step - 1] : undefined;
  const hours = step?.conditions?.hours;
  if (hours && isOther(timeWindow, (at) => checkHours(hours, at)?.isInside)) return true;
  const targets = 'targets' in data ? data.targets.map(({ target }) => target) : [];
  return targets.some(({ kind, scheduleId }) => {
    if (scheduleId === undefined || (kind !== 'schedule' && kind !== 'next_on_call')) return false;
    // a row has no overrides that were over at the last recorded change
    const since = reads.onCall.get(scheduleId)?.since ?? '';
    return (
      (since > timeWindow.from && since <= timeWindow.to) ||
      isOther(timeWindow, (at) => idsOf(resolveTarget({ kind, scheduleId }, reads, at)))
    );
  });
};

const isLow = (events: readonly RecordedFact[], groupId: string, { reads }: TimeWindow): boolean => {
  const openedFact = events.find((event) => event.type === 'AlertGroupOpened');
  return (openedFact?.data.urgency ?? reads.groups.get(groupId)?.urgency) === 'low';
};

/** Time away and rest hold low urgency back. */
const hasRestChanged = (events: readonly RecordedFact[], groupId: string, personId: string, timeWindow: TimeWindow): boolean => {
  const { reads } = timeWindow;
  const person = reads.people.get(personId);
  if (!person) return false;
  const isLowWaiting = policyOf(events, groupId, reads)?.lowWaits === true;
  return isOther(timeWindow, (at) => [findAbsenceAt(person.away, at)?.from, endOfRest(person, at, isLowWaiting)?.until]);
};

/**
 * Whether time alone changed, between two instants, what a decision about a group looks at: who is on call, whether a
 * step’s hours hold, whether a person is away or rests. `events`: what it decided; memory has not folded them yet.
 */
export const hasTurned = (recordedEvents: readonly Recorded[], memory: MemoryRows, from: string, to: string): boolean => {
  const events = recordedEvents as readonly RecordedFact[];
  const timeWindow = { reads: groupReads(memory), from, to };
  return events.some((event) => {
    if (event.type === 'EscalationStepSkipped') return hasStepChanged(events, event, timeWindow);
    if (event.type === 'PageStarted' && event.data.urgency === 'low')
      return hasRestChanged(events, event.data.groupId, event.data.personId, timeWindow);
    if (event.type !== 'EscalationStepTaken') return false;
    if (hasStepChanged(events, event, timeWindow)) return true;
    const persons = event.data.targets.flatMap((one) => one.persons.map(({ personId }) => personId));
    return (
      isLow(events, event.data.groupId, timeWindow) && persons.some((one) => hasRestChanged(events, event.data.groupId, one, timeWindow))
    );
  });
};
