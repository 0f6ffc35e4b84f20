import type { ImportRow } from '@tocsin/contracts/people/import.js';
import Papa from 'papaparse';

type Column = keyof ImportRow;

/** Accepted column names of the first line; without such a line the columns are in the order of `unnamed`. */
const columnPatterns: Readonly<Record<Column, RegExp>> = {
  name: /^(full )?name$/i,
  email: /^e-?mail( address)?$/i,
  phone: /^(phone|mobile|telephone|tel)( number)?$/i,
  team: /^(team|group)$/i,
  timeZone: /^(time ?)?zone$/i,
  role: /^role$/i,
};
export const defaultColumns: readonly Column[] = ['name', 'email', 'phone', 'team', 'timeZone'];

const columnOf = (cell: string): Column | undefined =>
  (Object.keys(columnPatterns) as Column[]).find((column) => columnPatterns[column].test(cell.trim()));

/**
 * Parses a pasted table: separated by tabs, commas or semicolons, quoted or not, with or without a line of headings. Empty
 * lines are left out.
 */
export function tableOf(text: string): readonly ImportRow[] {
  const { data } = Papa.parse<string[]>(text.trim(), { skipEmptyLines: 'greedy', delimitersToGuess: ['\t', ',', ';', '|'] });
  const [first = []] = data;
  const headed = first.map(columnOf);
  const hasHeadings = headed.includes('email');
  const columns = hasHeadings ? headed : defaultColumns;
  return data.slice(hasHeadings ? 1 : 0).map((cells) =>
    Object.fromEntries(
      cells.flatMap((cell, n) => {
        const column = columns[n];
        return column && cell.trim() !== '' ? [[column, cell.trim().slice(0, 500)]] : [];
      }),
    ),
  );
}

/** Names, addresses and links as a table again, to be pasted into a sheet or a letter. */
export const tableOfLinks = (rows: readonly (readonly [name: string, email: string, link: string])[]): string =>
  Papa.unparse({ fields: ['Name', 'E-mail', 'Invitation'], data: rows.map((row) => [...row]) }, { delimiter: '\t', newline: '\n' });
