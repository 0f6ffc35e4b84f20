import type { ConfigChange, ConfigPlan } from '@tocsin/contracts/config-files/plan.js';
import { shiftWords } from '@tocsin/contracts/schedules/shift-words.js';
import { count } from '../../../data/words/sentence.js';
import { Disclosure } from '../../../ui/disclosure.js';
import { AtTime } from '../../../ui/time.js';

const marks = { create: '+', change: '~', remove: '−' } as const;
const words = { create: 'new', change: 'changed', remove: 'removed' } as const;

/** A plan as a diff: mistakes first, then each thing with its fields, and who is on call instead of whom. */
export function PlanChanges({ plan }: { plan: ConfigPlan }) {
  const { summary, changes, people, shifts, errors, warnings, invited } = plan;
  return (
    <>
      <p className="font-medium">
        {summary.created} new, {summary.changed} changed, {summary.removed} removed, {summary.unchanged} as they are.{' '}
        {invited.length > 0 && `${count(invited.length, 'person is', 'people are')} added.`}
      </p>
      {errors.length > 0 && (
        <ul role="alert" className="pt-2">
          {errors.map((error) => (
            <li key={`${error.file} ${error.line} ${error.path} ${error.message}`} className="wrap-anywhere text-warn">
              {error.path && `${error.path}: `}
              {error.message} ({error.code})
            </li>
          ))}
        </ul>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="wrap-anywhere text-warn">
          {warning}
        </p>
      ))}
      <ul className="pt-2">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.id}`} className="border-t border-line-soft py-1">
            <Change change={change} />
          </li>
        ))}
      </ul>
      {people.length > 0 && <MovedShifts people={people} shifts={shifts} />}
    </>
  );
}

function Change({ change: { kind, name, action, fields } }: { change: ConfigChange }) {
  const title = (
    <>
      <span aria-hidden>{marks[action]} </span>
      <span className="sr-only">{words[action]}: </span>
      {kind} <span className="font-medium text-ink">{name}</span>
    </>
  );
  if (fields.length === 0) return <p className="text-xs wrap-anywhere text-muted">{title}</p>;
  return (
    <Disclosure summary={<span className="wrap-anywhere">{title}</span>}>
      <ul className="pl-4 text-xs">
        {fields.map(({ path, from, to }) => (
          <li key={path} className="wrap-anywhere">
            <span className="text-muted">{path}</span> {action === 'create' ? to : `${from} → ${to}`}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function MovedShifts({ people, shifts }: Pick<ConfigPlan, 'people' | 'shifts'>) {
  return (
    <>
      <h3 className="pt-3 font-medium">On call instead</h3>
      <ul>
        {shifts.map(({ schedule, who, ...moved }) => (
          <li key={`${schedule} ${who}`} className="wrap-anywhere">
            {schedule}: {who}: {shiftWords(moved)}
          </li>
        ))}
        {people.map(({ schedule, from, to, was, becomes }) => (
          <li key={`${schedule} ${from}`} className="wrap-anywhere">
            {schedule}: {becomes.join(', ') || 'nobody'} instead of {was.join(', ') || 'nobody'}, <AtTime at={from} /> to <AtTime at={to} />
          </li>
        ))}
      </ul>
    </>
  );
}
