import type { LabelMatcher, StepConditions } from '@tocsin/contracts/conditions.js';
import type { ReactNode } from 'react';
import { browserZone } from '../../data/time/zone-times.js';
import { useBarred } from '../../ui/barred-fields.js';
import { Button } from '../../ui/button.js';
import { LazyMenu } from '../../ui/lazy-menu.js';
import { Slot } from '../../ui/select.js';
import { TimesLines } from '../schedules/shared/times-lines.js';
import { officeHours } from '../schedules/shared/times-of-week.js';
import { ZoneOptions } from '../schedules/shared/zone-options.js';

interface Props {
  /** `step 2`. */
  of: string;
  conditions: StepConditions;
  onChange: (conditions: StepConditions | undefined) => void;
}

const operators: Record<LabelMatcher['operator'], string> = { '=': 'is', '!=': 'is not', '=~': 'matches', '!~': 'does not match' };
const newMatcher: LabelMatcher = { label: '', operator: '=', value: '' };

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
        <Line of={`urgency of ${of}`} onRemove={() => put({ urgency: undefined })}>
          only if the urgency is
          <Slot label={`Urgency for ${of}`} value={urgency} onChange={(event) => put({ urgency: event.target.value as 'high' | 'low' })}>
            <option value="high">high</option>
            <option value="low">low</option>
          </Slot>
        </Line>
      )}
      {hours && <Hours of={of} hours={hours} put={(next) => put({ hours: next })} />}
      {labels?.map((matcher, at) => (
        <Matcher
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
        className="-ml-2 h-7 rounded-md px-2 text-[13px] text-muted hover:bg-hover hover:text-ink"
        choices={left.map(({ id, label, hint }) => ({ id, label, hint }))}
        onChoose={(id) => add[id as keyof typeof add]()}
      >
        + Only if…
      </LazyMenu>
    </div>
  );
}

const Line = ({ of, onRemove, children }: { of: string; onRemove: () => void; children: ReactNode }) => (
  <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1.5 leading-7">
    {children}
    <Button kind="quiet" className="!h-7 !px-2" aria-label={`Remove the condition: ${of}`} onClick={onRemove}>
      ✕
    </Button>
  </p>
);

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
      <Line of={`hours of ${of}`} onRemove={() => put(undefined)}>
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
        <Slot label={`Time zone of ${of}`} value={timeZone} onChange={(event) => put({ ...hours, timeZone: event.target.value })}>
          <ZoneOptions also={timeZone} />
        </Slot>
      </Line>
      <TimesLines of={of} times={times} onChange={(next) => put({ ...hours, times: next })} />
    </>
  );
}

interface MatcherProps {
  of: string;
  before: string;
  matcher: LabelMatcher;
  onChange: (matcher: LabelMatcher) => void;
  onRemove: () => void;
}

const inputClass =
  'h-7 field-sizing-content min-w-24 max-w-full rounded-md border border-line bg-raised px-1.5 font-mono text-[13px] hover:border-line-strong';

function Matcher({ of, before, matcher, onChange, onRemove }: MatcherProps) {
  const barred = useBarred();
  const { label, operator, value } = matcher;
  return (
    <Line of={of} onRemove={onRemove}>
      {before}
      <input
        aria-label={`Name of ${of}`}
        aria-describedby={barred}
        placeholder="label"
        value={label}
        onChange={(event) => onChange({ ...matcher, label: event.target.value })}
        className={inputClass}
      />
      <Slot
        label={`Comparison of ${of}`}
        value={operator}
        onChange={(event) => onChange({ ...matcher, operator: event.target.value as LabelMatcher['operator'] })}
      >
        {Object.entries(operators).map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </Slot>
      <input
        aria-label={`Value of ${of}`}
        aria-describedby={barred}
        placeholder={operator.endsWith('~') ? 'pattern' : 'value'}
        value={value}
        onChange={(event) => onChange({ ...matcher, value: event.target.value })}
        className={inputClass}
      />
    </Line>
  );
}
