import type { ReactNode } from 'react';
import { differencesOf, type Difference } from './differences.js';
import { leafWords, pathWords } from './field-words.js';
import type { Fields } from '@tocsin/contracts/versions.js';
import { useKnownNames } from './use-known-names.js';

interface Props {
  before: Fields;
  after: Fields;
  /** Heads of the columns. */
  heads: readonly [before: string, after: string];
  /** In front of the first difference of a field: a tick. */
  renderField?: (field: string) => ReactNode;
}

/** Two versions side by side: what differs, field by field. */
export function DifferenceTable({ before, after, heads, renderField }: Props) {
  const names = useKnownNames();
  const differences = differencesOf(before, after);
  if (differences.length === 0) return <p className="text-muted">No differences.</p>;
  return (
    <table className="w-full table-fixed text-xs">
      <thead>
        <tr className="text-left text-muted *:pb-1 *:font-medium">
          <th scope="col">Field</th>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference, n) => (
          <tr key={difference.path.join('.')} className="border-t border-line-soft align-top *:py-1.5 *:pr-3 *:wrap-anywhere">
            <th scope="row" className="text-left font-normal">
              {isFirst(differences, n) && renderField?.(difference.field)}
              {pathWords(difference.path)}
            </th>
            <td className="text-muted">{leafWords(difference.before, names.nameOf)}</td>
            <td>{leafWords(difference.after, names.nameOf)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isFirst = (differences: readonly Difference[], n: number): boolean => differences[n - 1]?.field !== differences[n]!.field;
