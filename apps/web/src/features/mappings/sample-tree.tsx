import type { ReactNode } from 'react';
import type { ValuePath } from './value-path.js';

interface Props {
  value: unknown;
  /** Of the field that a value is used for. */
  field: string;
  onUse: (path: ValuePath) => void;
}

/** Fields of one object or list that are shown. */
const most = 100;

/** A request as a tree: each value can be used for the field that is edited. */
export const SampleTree = ({ value, ...rest }: Props) => (
  <ul aria-label="Request" className="overflow-x-auto font-mono text-xs">
    <Node name="" value={value} path={[]} {...rest} />
  </ul>
);

const entriesOf = (value: object): readonly (readonly [string | number, unknown])[] =>
  Array.isArray(value) ? value.map((one, n) => [n, one] as const) : Object.entries(value);

function Node({ name, value, path, ...rest }: Props & { name: string; path: ValuePath }) {
  if (typeof value !== 'object' || value === null) return <Leaf {...{ name, value, path }} {...rest} />;
  const entries = entriesOf(value);
  const children = entries
    .slice(0, most)
    .map(([step, one]) => <Node key={step} name={String(step)} value={one} path={[...path, step]} {...rest} />);
  const more = entries.length > most && <li className="py-0.5 text-muted">{entries.length - most} more</li>;
  if (path.length === 0)
    return (
      <>
        {children}
        {more}
      </>
    );
  return (
    <li>
      <Name name={name}>{Array.isArray(value) ? `${entries.length} in a list` : null}</Name>
      <ul className="border-l border-line-soft pl-3">
        {children}
        {more}
      </ul>
    </li>
  );
}

const Name = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className="inline-block py-0.5 text-muted">
    {name} {children && <span className="text-faint">{children}</span>}
  </span>
);

function Leaf({ name, value, path, field, onUse }: Props & { name: string; path: ValuePath }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <li className="flex min-h-6 items-baseline gap-2 py-0.5">
      <span className="shrink-0 text-muted">{name}</span>
      <button
        type="button"
        aria-label={`${name || 'value'} ${text.slice(0, 100)}: use for ${field}`}
        title={text.slice(0, 500)}
        onClick={() => onUse(path)}
        className="min-w-0 truncate rounded-sm bg-quiet-tint px-1.5 text-left text-ink hover:bg-pressed max-sm:min-h-8"
      >
        {text === '' ? '“”' : text.slice(0, 200)}
      </button>
    </li>
  );
}
