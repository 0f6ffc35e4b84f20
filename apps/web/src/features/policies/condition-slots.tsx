import type { StepConditions } from '@tocsin/contracts/conditions.js';
import { browserZone } from '../../data/time/zone-times.js';
import { LazyMenu } from '../../ui/lazy-menu.js';
import { Slot } from '../../ui/select.js';
import { TimesLines } from '../schedules/shared/times-lines.js';
import { officeHours } from '../schedules/shared/times-of-week.js';
import { ConditionLine, MatcherLine, newMatcher } from './shared/matcher-line.js';
import { ZoneSlot } from '../../ui/zone-field.js';

interface Props {
  /** `step 2`. */
  of: string;
  conditions: StepConditions;
  onChange: (conditions: StepConditions | undefined) => void;
}

const choices = [
  { id: 'urgency', label: 'the urgency is …', hint: 'High or low' },
  { id: 'hours', label: 'it is inside, or outside, certain hours', hint: 'By the clock of a zone' },
  { id: 'labels', label: 'a label of an alert is …', hint: 'Or matches a pattern' },
] as const;

/** None is the same as no conditions at all. */
const orNone = (conditions: StepConditions): StepConditions | undefined =>
  Object.values(conditions).some((one) => one !== undefined) ? conditions : undefined;

/** “Only if [the urgency] is [high]”, a line for each condition. All of them must hold. */
export function ConditionSlots({ of, conditions, onChange }: Props) {
  const { urgency, hours, labels } = conditions;
  const put = (part: Partial<StepConditions>) => onChange(orNone({ ...conditions, ...part }));
  const add: Record<(typeof choices)[number]['id'], () => void> = {
    urgency: () => put({ urgency: 'high' }),
    hours: () => put({ hours: { when: 'inside', timeZone: browserZone(), times: [officeHours] } }),
    labels: () => put({ labels: [...(labels ?? []), newMatcher] }),
  };
  const left = choices.filter(({ id }) => id === 'labels' || conditions[id] === undefined);
  return (
    <div className="mt-1 space-y-1.5">
      {urgency && (
        <ConditionLine of={`urgency of ${of}`} onRemove={() => put({ urgency: undefined })}>
          only if the urgency is
          <Slot label={`Urgency for ${of}`} value={urgency} onChange={(event) => put({ urgency: event.target.value as 'high' | 'low' })}>
            <option value="high">high</option>
            <option value="low">low</option>
          </Slot>
        </ConditionLine>
      )}
      {hours && <Hours of={of} hours={hours} put={(next) => put({ hours: next })} />}
      {labels?.map((matcher, at) => (
        <MatcherLine
          // oxlint-disable-next-line react/no-array-index-key -- a matcher is known by its place alone
          key={at}
          of={`label ${at + 1} of ${of}`}
          before={at === 0 ? 'only if' : 'and'}
          matcher={matcher}
          onChange={(next) => put({ labels: labels.with(at, next) })}
          onRemove={() => put({ labels: labels.length > 1 ? labels.toSpliced(at, 1) : undefined })}
        />
      ))}
      <LazyMenu
        label={`Only if…: add a condition to ${of}`}
        className="-ml-2 h-7 rounded-md px-2 text-xs text-muted hover:bg-hover hover:text-ink"
        choices={left.map(({ id, label, hint }) => ({ id, label, hint }))}
        onChoose={(id) => add[id as keyof typeof add]()}
      >
        + Only if…
      </LazyMenu>
    </div>
  );
}

type HoursCondition = NonNullable<StepConditions['hours']>;
interface HoursProps {
  of: string;
  hours: HoursCondition;
  put: (hours: HoursCondition | undefined) => void;
}

function Hours({ of, hours, put }: HoursProps) {
  const { when, timeZone, times } = hours;
  return (
    <>
      <ConditionLine of={`hours of ${of}`} onRemove={() => put(undefined)}>
        only
        <Slot
          label={`Inside or outside, ${of}`}
          value={when}
          onChange={(event) => put({ ...hours, when: event.target.value as HoursCondition['when'] })}
        >
          <option value="inside">inside</option>
          <option value="outside">outside</option>
        </Slot>
        these hours in
        <ZoneSlot label={`Time zone of ${of}`} value={timeZone} onChoose={(zone) => put({ ...hours, timeZone: zone })} />
      </ConditionLine>
      <TimesLines of={of} times={times} onChange={(next) => put({ ...hours, times: next })} />
    </>
  );
}
