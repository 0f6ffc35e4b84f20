import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { TextSearch } from '../text-search.js';
import { useKeyboard } from '../use-keyboard.js';

/** `param`: its name in the address. `textOf`: what of a row is searched. */
export interface RowFilter<Row> {
  readonly param: string;
  readonly textOf: (row: Row) => string;
}

/** Below this number a list is read faster than it is searched. */
const filterFrom = 10;

const useText = (param: string | undefined): string => {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const text = param === undefined ? undefined : search[param];
  // the router reads a bare number as a number
  return typeof text === 'string' || typeof text === 'number' ? `${text}` : '';
};

/** The rows that contain every word of the filter in the address. */
export function useFiltered<Row>(rows: readonly Row[], filter: RowFilter<Row> | undefined): readonly Row[] {
  const words = useText(filter?.param).toLowerCase().split(/\s+/).filter(Boolean);
  if (!filter || words.length === 0) return rows;
  return rows.filter((row) => {
    const text = filter.textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The field of a filter, for a list that is long or is filtered. */
export function ListFilter<Row>({ filter: { param }, of, count }: { filter: RowFilter<Row>; of: string; count: number }) {
  const q = useText(param);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const isShown = count >= filterFrom || q !== '';
  useKeyboard([isShown && { key: '/', says: 'search', run: () => input.current?.focus() }]);
  if (!isShown) return null;
  const put = (text: string) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, [param]: text || undefined })) as never, replace: true });
  return (
    <search className="flex py-2">
      <TextSearch label={`Search: ${of}`} placeholder="Search" q={q} onText={put} input={input} />
    </search>
  );
}
