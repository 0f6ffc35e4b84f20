import type { ImportedRow, ImportRow } from '@tocsin/contracts/people/import.js';
import { SidewaysScroll } from '../../ui/sideways-scroll.js';
import type { ImportResult } from './use-import.js';

const columns = ['name', 'email', 'role', 'team', 'timeZone', 'phone'] as const satisfies readonly (keyof ImportRow)[];
const heads: Record<(typeof columns)[number], string> = {
  name: 'Name',
  email: 'E-mail',
  role: 'Role',
  team: 'Team',
  timeZone: 'Zone',
  phone: 'Phone',
};
const states: Record<ImportedRow['state'], string> = { good: 'Valid', refused: 'Can’t be invited', invited: 'Invited' };

/** Every parsed row of the table, with its errors as the API words them. */
export function ImportRows({ rows, answer }: ImportResult) {
  const used = columns.filter((column) => column === 'name' || column === 'email' || rows.some((row) => row[column]));
  return (
    <SidewaysScroll label="Rows of the table" className="rounded-lg border border-line bg-panel shadow-panel">
      <table className="w-full border-collapse text-left max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line bg-well text-xs text-muted">
            <th className="px-3 py-1.5 font-medium">Row</th>
            {used.map((column) => (
              <th key={column} className="px-3 py-1.5 font-medium">
                {heads[column]}
              </th>
            ))}
            <th className="px-3 py-1.5 font-medium">Result</th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {answer.rows.map((result, n) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows of an answer never change places
            <Row key={n} n={n + 1} row={rows[n]!} result={result} used={used} />
          ))}
        </tbody>
      </table>
    </SidewaysScroll>
  );
}

function Row({ n, row, result, used }: { n: number; row: ImportRow; result: ImportedRow; used: readonly (typeof columns)[number][] }) {
  const wrong = new Set(result.errors.map(({ path }) => path));
  return (
    <tr className="border-b border-line/70 align-top last:border-0 max-sm:block max-sm:py-2">
      <td className="px-3 py-1.5 text-muted tabular-nums max-sm:float-right max-sm:py-0">{n}</td>
      {used.map((column) => (
        <td
          key={column}
          className={`max-w-56 truncate px-3 py-1.5 max-sm:max-w-none max-sm:py-0 ${row[column] ? 'max-sm:block' : 'max-sm:hidden'} ${wrong.has(column) ? 'bg-warn-tint text-warn' : ''}`}
        >
          {row[column] ?? <span className="text-faint">–</span>}
        </td>
      ))}
      <td className="min-w-64 px-3 py-1.5 max-sm:block">
        <span className={result.state === 'refused' ? 'font-medium text-warn' : 'font-medium'}>{states[result.state]}</span>
        {result.errors.map(({ path, message }) => (
          <p key={`${path} ${message}`} className="text-xs">
            {path in heads ? `${heads[path as 'name']}: ` : ''}
            {message}
          </p>
        ))}
        {result.notes.map(({ path, message }) => (
          <p key={path} className="text-xs text-muted">
            {message}
          </p>
        ))}
      </td>
    </tr>
  );
}
