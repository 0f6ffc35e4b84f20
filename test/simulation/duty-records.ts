import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { laterOf } from '@tocsin/kernel/time.js';

type Changed = RecordedOf<'OnCallChanged'>;
type Taken = RecordedOf<'EscalationStepTaken'>;

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
interface Decided {
  readonly ordinal: number;
  readonly at: string;
}

/** Duties recorded by schedules, and the people whom steps paged by them. Each returned sentence is a violation. */
export interface DutyRecords {
  /** Called for each event, in order. */
  readonly sees: (event: Recorded) => readonly string[];
  /**
   * Steps must page the person who was on call at that instant by the records. Call it only when all earlier handoffs have been
   * recorded.
   */
  readonly wronglyPaged: () => readonly string[];
}

export const dutyRecords = (): DutyRecords => {
  const changes = new Map<string, Changed[]>();
  const steps: Taken[] = [];
  /** By schedule. */
  const acts = new Map<string, Decided[]>();
  const ofSchedules = new Set<string>();
  /** By schedule, the instant up to which it is recorded: a clock that was set back records nothing before that. */
  const upTo = new Map<string, string>();

  const changed = (event: Changed): readonly string[] => {
    const { scheduleId, effectiveAt, before, after } = event.data;
    const earlier = changes.get(scheduleId) ?? [];
    const last = earlier.at(-1)?.data;
    changes.set(scheduleId, [...earlier, event]);
    const found: string[] = [];
    const says = (what: string): void => void found.push(`${event.ordinal}: ${what}`);
    if (before.toSorted().join() === idsOf(after)) says('nobody came on call or went');
    if (before.toSorted().join() !== idsOf(last?.after ?? [])) says('others were on call before than was recorded');
    if (last && effectiveAt < last.effectiveAt) says('the recorded past is changed');
    if (effectiveAt > laterOf(event.meta.at, upTo.get(scheduleId) ?? '')) says('who is on call is recorded ahead of time');
    return found;
  };

  const noteAct = ({ stream, ordinal, meta: { at } }: Recorded): void => {
    const scheduleId = stream.slice(category.length);
    acts.set(scheduleId, [...(acts.get(scheduleId) ?? []), { ordinal, at }]);
  };

  /** The step had not read an act on the schedule, so it can't have known of it. */
  const isUnread = (scheduleId: string, { ordinal: own, meta }: Taken): boolean =>
    (acts.get(scheduleId) ?? []).some(({ ordinal, at }) => ordinal > (meta.readUpTo ?? own - 1) && at <= meta.at);

  const wronglyPaged = (step: Taken): readonly string[] =>
    step.data.targets.flatMap(({ target, persons }) => {
      const { kind, scheduleId } = target;
      if (kind !== 'schedule' || scheduleId === undefined || isUnread(scheduleId, step)) return [];
      const recorded = changes.get(scheduleId)?.findLast(({ data }) => data.effectiveAt <= step.meta.at);
      const [was, paged] = [idsOf(recorded?.data.after ?? []), idsOf(persons)];
      return was === paged ? [] : [`${step.ordinal}: ${paged || 'nobody'} stood behind the schedule, where ${was || 'nobody'} was on call`];
    });

  const seen: Readonly<Record<string, (event: Recorded) => readonly string[]>> = {
    OnCallChanged: (event) => changed(event as Changed),
    HandoffPlanned: ({ data }) => {
      const planned = data as FactOf<'HandoffPlanned'>;
      upTo.set(planned.scheduleId, planned.upTo);
      return [];
    },
    EscalationStepTaken: (event) => (steps.push(event as Taken), []),
    PageStarted: ({ ordinal, meta, data }) =>
      meta.causationId !== null && ofSchedules.has(meta.causationId)
        ? [`${ordinal}: ${(data as FactOf<'PageStarted'>).personId} is paged because of a schedule alone`]
        : [],
  };
  return {
    sees: (event) => {
      if (isOfSchedule(event)) {
        ofSchedules.add(event.id);
        if (!recordings.has(event.type)) noteAct(event);
      }
      return seen[event.type]?.(event) ?? [];
    },
    wronglyPaged: () => steps.flatMap(wronglyPaged),
  };
};
