import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { KeyboardEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.js';
import { panelClass } from '../../ui/panel.js';
import { MatcherLine, newMatcher } from '../policies/shared/matcher-line.js';
import { OutcomeSlots } from './outcome-slots.js';

interface Props {
  rule: RouteRule;
  /** Its place, from 0. */
  n: number;
  isLast: boolean;
  /** What it decides of recent alerts, in words. */
  decides: string;
  isReached: boolean;
  usual: string;
  teamId: string | null;
  error: string | undefined;
  onChange: (rule: RouteRule) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onFocus: () => void;
}

/** One rule as a sentence: if alerts match, they go there. Alt and an arrow move it. */
export function RuleSentence({ rule, n, isLast, decides, isReached, usual, teamId, error, onChange, onMove, onRemove, onFocus }: Props) {
  const name = `rule ${n + 1}`;
  const moveBy = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const by = event.key === 'ArrowUp' ? -1 : 1;
    const field = document.activeElement as HTMLElement | null;
    flushSync(() => onMove(by));
    // an element that is moved in the page loses the focus
    field?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside it
    <li
      className={`grid grid-cols-[1.75rem_1fr] gap-x-2 p-4 ${panelClass}`}
      aria-label={`Rule ${n + 1}`}
      onKeyDown={moveBy}
      onFocus={onFocus}
    >
      <span
        aria-hidden
        className="mt-0.5 grid size-6 place-items-center rounded-full border border-line-field text-xs font-semibold text-muted tabular-nums"
      >
        {n + 1}
      </span>
      <div className="min-w-0">
        <div className={isReached && rule.isOn ? '' : 'opacity-60'}>
          <Rows rule={rule} name={name} onChange={onChange} />
          <OutcomeSlots
            outcome={rule.outcome}
            name={name}
            usual={usual}
            teamId={teamId}
            onChange={(outcome) => onChange({ ...rule, outcome })}
          />
        </div>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-1 gap-y-1 text-xs text-muted">
          <span className="mr-auto">{rule.isOn ? decides : 'off'}</span>
          <Button kind="quiet" aria-label={`Move ${name} up`} whyNot={n === 0 && 'It is the first'} onClick={() => onMove(-1)}>
            ↑
          </Button>
          <Button kind="quiet" aria-label={`Move ${name} down`} whyNot={isLast && 'It is the last'} onClick={() => onMove(1)}>
            ↓
          </Button>
          <Button
            kind="quiet"
            aria-label={`Turn ${rule.isOn ? 'off' : 'on'} ${name}`}
            onClick={() => onChange({ ...rule, isOn: !rule.isOn })}
          >
            {rule.isOn ? 'Turn off' : 'Turn on'}
          </Button>
          <Button kind="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
        {error && (
          <p role="alert" className="text-warn">
            {error}
          </p>
        )}
      </div>
    </li>
  );
}

/** Any row must match; of a row, every condition. */
function Rows({ rule, name, onChange }: { rule: RouteRule; name: string; onChange: (rule: RouteRule) => void }) {
  const { rows } = rule;
  const change = (at: number, row: RouteRule['rows'][number]) =>
    onChange({ ...rule, rows: row.length > 0 ? rows.with(at, row) : rows.toSpliced(at, 1) });
  const addRow = rows.length < routeLimits.rowsPerRule && (
    <Button kind="quiet" className="-ml-3" onClick={() => onChange({ ...rule, rows: [...rows, [newMatcher]] })}>
      {rows.length === 0 ? 'Add condition' : 'Add “or”'}
    </Button>
  );
  return (
    <>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is known by its place alone
        <Row key={at} row={row} at={at} of={name} onChange={(next) => change(at, next)}>
          {at === rows.length - 1 && addRow}
        </Row>
      ))}
      {rows.length === 0 && (
        <p className="flex items-center gap-x-4 leading-7">
          every alert
          {addRow}
        </p>
      )}
    </>
  );
}

interface RowProps {
  row: RouteRule['rows'][number];
  at: number;
  of: string;
  onChange: (row: RouteRule['rows'][number]) => void;
  /** Behind its last button. */
  children: ReactNode;
}

const Row = ({ row, at, of, onChange, children }: RowProps) => (
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
    <p className="flex flex-wrap items-center gap-x-4">
      {row.length < routeLimits.matchersPerRow && (
        <Button kind="quiet" className="-ml-3" onClick={() => onChange([...row, newMatcher])}>
          Add “and”
        </Button>
      )}
      {children}
    </p>
  </div>
);
