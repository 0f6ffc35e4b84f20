import { awayAt } from '@tocsin/contracts/away-at.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { followedVersion } from '@tocsin/contracts/followed-version.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { endOfRest } from '../../schedules/shared/night.js';
import { withinHours } from '../../schedules/shared/within-hours.js';
import { behind, type Behind } from '../paging/targets.js';
import { groupReads, type GroupReads } from './reads.js';

type Step = RecordedOf<'EscalationStepTaken'> | RecordedOf<'EscalationStepSkipped'>;

interface Between {
  readonly reads: GroupReads;
  readonly from: string;
  readonly to: string;
}

/** Whether a value read at an instant differs between start and end. */
const isOther = ({ from, to }: Between, at: (instant: string) => unknown): boolean => JSON.stringify(at(from)) !== JSON.stringify(at(to));

/** The policy of a group at the time of the decision, which may have changed it. */
const policyOf = (events: readonly RecordedFact[], groupId: string, reads: GroupReads) => {
  const started = events.find((event) => event.type === 'EscalationStarted');
  const policy = started?.data.policy ?? reads.groups.get(groupId)?.policy;
  return policy && followedVersion(reads.policies.get(policy.policyId)?.versions ?? [], policy.version);
};

const idsOf = (people: readonly Behind[]): readonly string[] => people.map(({ personId }) => personId);

const stepTurned = (events: readonly RecordedFact[], { data }: Step, between: Between): boolean => {
  const { reads } = between;
  const step = typeof data.step === 'number' ? policyOf(events, data.groupId, reads)?.steps[data.step - 1] : undefined;
  const hours = step?.conditions?.hours;
  if (hours && isOther(between, (at) => withinHours(hours, at)?.isInside)) return true;
  const targets = 'targets' in data ? data.targets.map(({ target }) => target) : [];
  return targets.some(({ kind, scheduleId }) => {
    if (scheduleId === undefined || (kind !== 'schedule' && kind !== 'next_on_call')) return false;
    // a row has no overrides that were over at the last recorded change
    const since = reads.onCall.get(scheduleId)?.since ?? '';
    return (since > between.from && since <= between.to) || isOther(between, (at) => idsOf(behind({ kind, scheduleId }, reads, at)));
  });
};

const isLow = (events: readonly RecordedFact[], groupId: string, { reads }: Between): boolean => {
  const opened = events.find((event) => event.type === 'AlertGroupOpened');
  return (opened?.data.urgency ?? reads.groups.get(groupId)?.urgency) === 'low';
};

/** Time away and rest hold low urgency back. */
const restTurned = (events: readonly RecordedFact[], groupId: string, personId: string, between: Between): boolean => {
  const { reads } = between;
  const person = reads.people.get(personId);
  if (!person) return false;
  const waits = policyOf(events, groupId, reads)?.lowWaits === true;
  return isOther(between, (at) => [awayAt(person.away, at)?.from, endOfRest(person, at, waits)?.until]);
};

/**
 * Whether time alone changed, between two instants, what a decision about a group looks at: who is on call, whether a
 * step’s hours hold, whether a person is away or rests. `events`: what it decided; memory has not folded them yet.
 */
export const hasTurned = (recorded: readonly Recorded[], memory: MemoryRows, from: string, to: string): boolean => {
  const events = recorded as readonly RecordedFact[];
  const between = { reads: groupReads(memory), from, to };
  return events.some((event) => {
    if (event.type === 'EscalationStepSkipped') return stepTurned(events, event, between);
    if (event.type === 'PageStarted' && event.data.urgency === 'low')
      return restTurned(events, event.data.groupId, event.data.personId, between);
    if (event.type !== 'EscalationStepTaken') return false;
    if (stepTurned(events, event, between)) return true;
    const persons = event.data.targets.flatMap((one) => one.persons.map(({ personId }) => personId));
    return isLow(events, event.data.groupId, between) && persons.some((one) => restTurned(events, event.data.groupId, one, between));
  });
};
