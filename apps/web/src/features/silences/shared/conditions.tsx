import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { Button } from '../../../ui/button.js';
import { MatcherLine, newMatcher } from '../../policies/shared/matcher-line.js';

/** An alert without the label satisfies it, too. */
const isMetByMissing = ({ operator, value }: LabelMatcher): boolean =>
  operator === '!=' ? value !== '' : operator === '=' && value === '';

interface Props {
  legend?: string;
  matchers: readonly LabelMatcher[];
  most: number;
  onChange: (matchers: readonly LabelMatcher[]) => void;
}

/** Conditions on labels, all of which must hold. */
export function Conditions({ legend = 'Conditions', matchers, most, onChange }: Props) {
  const lax = [...new Set(matchers.filter((one) => one.label !== '' && isMetByMissing(one)).map(({ label }) => label))];
  return (
    <fieldset className="my-4 space-y-1.5">
      <legend className="mb-1 font-medium">{legend}</legend>
      {matchers.map((matcher, at) => (
        <MatcherLine
          // oxlint-disable-next-line react/no-array-index-key -- a matcher is known by its place alone
          key={at}
          of={`${legend === 'Conditions' ? 'condition' : legend.toLowerCase()} ${at + 1}`}
          before={at === 0 ? 'alerts where' : 'and'}
          matcher={matcher}
          onChange={(next) => onChange(matchers.with(at, next))}
          onRemove={() => onChange(matchers.length > 1 ? matchers.toSpliced(at, 1) : [newMatcher])}
        />
      ))}
      {matchers.length < most && (
        <Button kind="quiet" onClick={() => onChange([...matchers, newMatcher])}>
          Add condition
        </Button>
      )}
      {lax.length > 0 && <p className="text-warn">Matches everything without the label {lax.join(', ')}, too.</p>}
    </fieldset>
  );
}
