import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import type { TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { KeyboardEvent } from 'react';
import { useAll } from '../../../data/cache/use-view.js';
import { useJudge } from '../../../data/session/session.js';
import { Button } from '../../../ui/button.js';
import { ComboSlot, namedOptions } from '../../../ui/combo-field.js';
import { MatcherLine, newMatcher } from '../../policies/shared/matcher-line.js';

interface Props {
  rule: TypedRouteRule;
  /** Its place, from 0. */
  n: number;
  isLast: boolean;
  /** What it decides of recent alerts, in words. */
  decides: string;
  onChange: (rule: TypedRouteRule) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

const recordOnly = 'record_only';

/** One rule as a sentence: if alerts match, they go there. Alt and an arrow move it. */
export function RuleFields({ rule, n, isLast, decides, onChange, onMove, onRemove }: Props) {
  const name = `rule ${n + 1}`;
  const { rows, isOn } = rule;
  const changeRow = (at: number, row: TypedRouteRule['rows'][number]) =>
    onChange({ ...rule, rows: row.length > 0 ? rows.with(at, row) : rows.toSpliced(at, 1) });
  const moveBy = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside it
    <li className="rounded-lg border border-line p-3" aria-label={name} onKeyDown={moveBy}>
      <div className="mb-1 flex flex-wrap items-center gap-x-1">
        <span className="mr-auto font-medium">
          Rule {n + 1} <span className="ml-2 font-normal text-xs text-muted">{decides}</span>
        </span>
        <Button kind="quiet" aria-label={`Move ${name} up`} whyNot={n === 0 && 'It is the first'} onClick={() => onMove(-1)}>
          ↑
        </Button>
        <Button kind="quiet" aria-label={`Move ${name} down`} whyNot={isLast && 'It is the last'} onClick={() => onMove(1)}>
          ↓
        </Button>
        <Button kind="quiet" aria-pressed={!isOn} onClick={() => onChange({ ...rule, isOn: !isOn })}>
          {isOn ? 'Turn off' : 'Turn on'}
        </Button>
        <Button kind="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is known by its place alone
        <Row key={at} row={row} at={at} of={name} onChange={(next) => changeRow(at, next)} />
      ))}
      {rows.length === 0 && <p className="text-muted">every alert</p>}
      {rows.length < routeLimits.rowsPerRule && (
        <Button kind="quiet" className="-ml-3" onClick={() => onChange({ ...rule, rows: [...rows, [newMatcher]] })}>
          {rows.length === 0 ? 'Add condition' : 'Add “or”'}
        </Button>
      )}
      <Outcome rule={rule} name={name} onChange={onChange} />
    </li>
  );
}

interface RowProps {
  row: TypedRouteRule['rows'][number];
  at: number;
  of: string;
  onChange: (row: TypedRouteRule['rows'][number]) => void;
}

const Row = ({ row, at, of, onChange }: RowProps) => (
  <div className="space-y-1.5">
    {row.map((matcher, place) => (
      <MatcherLine
        // oxlint-disable-next-line react/no-array-index-key -- a matcher is known by its place alone
        key={place}
        of={`condition ${at + 1}.${place + 1} of ${of}`}
        before={place > 0 ? 'and' : at === 0 ? 'alerts where' : 'or where'}
        matcher={matcher}
        onChange={(next) => onChange(row.with(place, next))}
        onRemove={() => onChange(row.toSpliced(place, 1))}
      />
    ))}
    {row.length < routeLimits.matchersPerRow && (
      <Button kind="quiet" className="-ml-3" onClick={() => onChange([...row, newMatcher])}>
        Add “and”
      </Button>
    )}
  </div>
);

function Outcome({ rule, name, onChange }: Pick<Props, 'rule' | 'onChange'> & { name: string }) {
  const may = useJudge('service.configure');
  const chosen = rule.outcome.kind === 'service' ? rule.outcome.serviceId : recordOnly;
  const services = useAll('services').filter(({ id, state, teamId }) => id === chosen || (state === 'active' && may({ teamId })));
  return (
    <p className="mt-1 flex flex-wrap items-center gap-1.5">
      go to
      <ComboSlot
        label={`Where ${name} leads`}
        placeholder="choose a service"
        options={[...namedOptions(services), { id: recordOnly, label: 'record only: no one is paged' }]}
        value={chosen}
        onChoose={(value) =>
          onChange({ ...rule, outcome: value === recordOnly ? { kind: recordOnly } : { kind: 'service', serviceId: value } })
        }
      />
    </p>
  );
}
