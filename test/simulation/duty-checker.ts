import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { laterOf } from '@tocsin/kernel/time.js';

type OnCallChangedEvent = RecordedOf<'OnCallChanged'>;
type StepTakenEvent = RecordedOf<'EscalationStepTaken'>;

const category = 'schedule-';
const isOfSchedule = ({ stream }: Recorded): boolean => stream.startsWith(category);
/** Events that follow from time alone; all other events in such a stream are acts of people. */
const recordings: ReadonlySet<string> = new Set(['OnCallChanged', 'HandoffPlanned', 'ScheduleVersionTookEffect']);
export const idsOf = (people: readonly { readonly personId: string }[]): string =>
  people
    .map(({ personId }) => personId)
    .toSorted()
    .join();

/** A person’s act on a schedule. */
interface DecidedStep {
  readonly ordinal: number;
  readonly at: string;
}

/** Duties recorded by schedules, and the people whom steps paged by them. Each returned sentence is a violation. */
export interface DutyChecker {
  /** Called for each event, in order. */
  readonly onEvent: (event: Recorded) => readonly string[];
  /**
   * Steps must page the person who was on call at that instant by the records. Call it only when all earlier handoffs have been
   * recorded.
   */
  readonly findWronglyPaged: () => readonly string[];
}

export const createDutyChecker = (): DutyChecker => {
  const changes = new Map<string, OnCallChangedEvent[]>();
  const steps: StepTakenEvent[] = [];
  /** By schedule. */
  const acts = new Map<string, DecidedStep[]>();
  const scheduleEventIds = new Set<string>();
  /** By schedule, the instant up to which it is recorded: a clock that was set back records nothing before that. */
  const recordedUpTo = new Map<string, string>();

  const checkChange = (event: OnCallChangedEvent): readonly string[] => {
    const { scheduleId, effectiveAt, before, after } = event.data;
    const earlier = changes.get(scheduleId) ?? [];
    const last = earlier.at(-1)?.data;
    changes.set(scheduleId, [...earlier, event]);
    const violations: string[] = [];
    const report = (violation: string): void => void violations.push(`${event.ordinal}: ${violation}`);
    if (before.toSorted().join() === idsOf(after)) report('nobody came on call or went');
    if (before.toSorted().join() !== idsOf(last?.after ?? [])) report('others were on call before than was recorded');
    if (last && effectiveAt < last.effectiveAt) report('the recorded past is changed');
    if (effectiveAt > laterOf(event.meta.at, recordedUpTo.get(scheduleId) ?? '')) report('who is on call is recorded ahead of time');
    return violations;
  };

  const noteAct = ({ stream, ordinal, meta: { at } }: Recorded): void => {
    const scheduleId = stream.slice(category.length);
    acts.set(scheduleId, [...(acts.get(scheduleId) ?? []), { ordinal, at }]);
  };

  /** The step had not read an act on the schedule, so it can't have known of it. */
  const isUnread = (scheduleId: string, { ordinal: stepOrdinal, meta }: StepTakenEvent): boolean =>
    (acts.get(scheduleId) ?? []).some(({ ordinal, at }) => ordinal > (meta.readUpTo ?? stepOrdinal - 1) && at <= meta.at);

  const violationsOfStep = (step: StepTakenEvent): readonly string[] =>
    step.data.targets.flatMap(({ target, persons }) => {
      const { kind, scheduleId } = target;
      if (kind !== 'schedule' || scheduleId === undefined || isUnread(scheduleId, step)) return [];
      const lastChange = changes.get(scheduleId)?.findLast(({ data }) => data.effectiveAt <= step.meta.at);
      const [onCallIds, pagedIds] = [idsOf(lastChange?.data.after ?? []), idsOf(persons)];
      return onCallIds === pagedIds
        ? []
        : [`${step.ordinal}: ${pagedIds || 'nobody'} stood behind the schedule, where ${onCallIds || 'nobody'} was on call`];
    });

  const handlers: Readonly<Record<string, (event: Recorded) => readonly string[]>> = {
    OnCallChanged: (event) => checkChange(event as OnCallChangedEvent),
    HandoffPlanned: ({ data }) => {
      const plannedHandoff = data as FactOf<'HandoffPlanned'>;
      recordedUpTo.set(plannedHandoff.scheduleId, plannedHandoff.upTo);
      return [];
    },
    EscalationStepTaken: (event) => (steps.push(event as StepTakenEvent), []),
    PageStarted: ({ ordinal, meta, data }) =>
      meta.causationId !== null && scheduleEventIds.has(meta.causationId)
        ? [`${ordinal}: ${(data as FactOf<'PageStarted'>).personId} is paged because of a schedule alone`]
        : [],
  };
  return {
    onEvent: (event) => {
      if (isOfSchedule(event)) {
        scheduleEventIds.add(event.id);
        if (!recordings.has(event.type)) noteAct(event);
      }
      return handlers[event.type]?.(event) ?? [];
    },
    findWronglyPaged: () => steps.flatMap(violationsOfStep),
  };
};
