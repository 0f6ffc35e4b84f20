import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { ReactNode } from 'react';
import { useBarred } from '../../../ui/use-barred.js';
import { Button } from '../../../ui/button.js';
import { Slot } from '../../../ui/select.js';

const operators: Record<LabelMatcher['operator'], string> = { '=': 'is', '!=': 'is not', '=~': 'matches', '!~': 'does not match' };
export const newMatcher: LabelMatcher = { label: '', operator: '=', value: '' };

/** A matcher in words: `job is “backup”`. */
export const matcherWords = ({ label, operator, value }: LabelMatcher): string => `${label} ${operators[operator]} “${value}”`;

export const ConditionLine = ({ of, onRemove, children }: { of: string; onRemove: () => void; children: ReactNode }) => (
  <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1.5 leading-7">
    {children}
    <Button kind="quiet" className="!h-7 !px-2" aria-label={`Remove the condition: ${of}`} onClick={onRemove}>
      ✕
    </Button>
  </p>
);

interface MatcherProps {
  of: string;
  before: string;
  matcher: LabelMatcher;
  onChange: (matcher: LabelMatcher) => void;
  onRemove: () => void;
}

/** A field for a name or a value inside a sentence. */
export const monoSlot =
  'h-7 field-sizing-content min-w-24 max-w-full rounded-md border border-line bg-panel px-1.5 font-mono text-xs hover:border-line-field';

/** A label, a comparison and a value. */
export function MatcherLine({ of, before, matcher, onChange, onRemove }: MatcherProps) {
  const barred = useBarred();
  const { label, operator, value } = matcher;
  return (
    <ConditionLine of={of} onRemove={onRemove}>
      {before}
      <input
        aria-label={`Name of ${of}`}
        aria-describedby={barred}
        placeholder="label"
        value={label}
        onChange={(event) => onChange({ ...matcher, label: event.target.value })}
        className={monoSlot}
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
        className={monoSlot}
      />
    </ConditionLine>
  );
}
