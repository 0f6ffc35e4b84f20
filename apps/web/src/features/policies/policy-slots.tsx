import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { Slot } from '../../ui/select.js';
import type { Draft } from './draft.js';

interface Props {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

/** What happens after the last step if no one acknowledged. */
export const Repeats = ({ draft: { repeats }, onChange }: Props) => (
  <p className="mt-4 leading-9">
    If no one acknowledges, repeat it{' '}
    <Slot label="Repeats" value={repeats} onChange={(event) => onChange({ repeats: Number(event.target.value) })}>
      {Array.from({ length: policyLimits.repeatsMax + 1 }, (_, n) => (
        <option key={n} value={n}>
          {n === 0 ? 'never' : n === 1 ? 'once' : `${n} times`}
        </option>
      ))}
    </Slot>
    .
  </p>
);

/** How low-urgency alert groups escalate, and when they page. */
export const LowUrgency = ({ draft: { climbLow, lowWaits }, onChange }: Props) => (
  <p className="leading-9">
    Low urgency{' '}
    <Slot label="Low urgency" value={climbLow ? 'yes' : 'no'} onChange={(event) => onChange({ climbLow: event.target.value === 'yes' })}>
      <option value="no">pages the first step only</option>
      <option value="yes">escalates like high urgency</option>
    </Slot>{' '}
    <Slot
      label="When low urgency pages"
      value={lowWaits ? 'morning' : 'any'}
      onChange={(event) => onChange({ lowWaits: event.target.value === 'morning' ? true : undefined })}
    >
      <option value="any">at any time</option>
      <option value="morning">{`between ${peopleLimits.sleepHours.to}:00 and ${peopleLimits.sleepHours.from}:00, their time`}</option>
    </Slot>
    .
  </p>
);

const budgets = Array.from(
  { length: policyLimits.nightBudget.max - policyLimits.nightBudget.min + 1 },
  (_, n) => policyLimits.nightBudget.min + n,
);

/** The night budget: it stops no page. */
export const NightBudget = ({ draft: { nightBudget }, onChange }: Props) => (
  <p className="leading-9">
    Night budget:{' '}
    <Slot
      label="Night budget"
      value={nightBudget ?? 'none'}
      onChange={({ target: { value } }) => onChange({ nightBudget: value === 'none' ? undefined : Number(value) })}
    >
      <option value="none">none</option>
      {budgets.map((count) => (
        <option key={count} value={count}>
          {count === 0 ? 'no night page' : `at most ${count} night ${count === 1 ? 'page' : 'pages'} a person a week`}
        </option>
      ))}
    </Slot>
    . {nightBudget !== undefined && 'Checked with the last 4 weeks when you save. Managers are told of more; it stops no page.'}
  </p>
);
