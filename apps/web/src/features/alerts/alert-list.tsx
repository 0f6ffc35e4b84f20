import type { AlertGroupRow, AlertGroupStatus } from '@tocsin/contracts/alert-groups.js';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { useNames } from '../../data/names.js';
import { Key } from '../../ui/key.js';
import { useKeyboard } from '../../ui/use-keyboard.js';
import { AlertLine } from './alert-line.js';
import { BulkBar } from './bulk-bar.js';
import { focusedId, moveFocus } from './focus.js';
import { places, useSettled, type Place } from './settled.js';
import { toggled } from './selection.js';
import { useActs } from './use-acts.js';

interface Props {
  rows: readonly AlertGroupRow[];
  /** Rows that no longer belong, as they are now. */
  left: Readonly<Record<string, AlertGroupRow>>;
  /** What stands there when no row does. */
  nothing: ReactNode;
  searchInput: RefObject<HTMLInputElement | null>;
  onHelp: () => void;
}

const headings: Record<AlertGroupStatus, string> = { firing: 'Firing', acknowledged: 'In hand', resolved: 'Resolved' };

/** The live list. It holds still under the pointer, the focus and a selection: new rows wait behind “3 new”. */
export function AlertList({ rows, left, nothing, searchInput, onHelp }: Props) {
  const names = useNames();
  const list = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { shown, waiting, settle } = useSettled(places(rows), isOver || isFocused || selected.size > 0);
  const act = useActs();

  const known = new Map([...Object.values(left), ...rows].map((row) => [row.id, row]));
  const standing = shown.filter(({ id }) => known.has(id));
  const rowsOf = (ids: Iterable<string>) => [...ids].flatMap((id) => known.get(id) ?? []);
  const chosen = () => (selected.size > 0 ? rowsOf(selected) : rowsOf([focusedId() ?? '']));
  const run = (what: 'AcknowledgeAlertGroup' | 'ResolveAlertGroup') => {
    const status = what === 'ResolveAlertGroup' ? ['firing', 'acknowledged'] : ['firing'];
    void act(
      what,
      chosen().filter((row) => status.includes(row.status)),
    );
    setSelected(new Set());
  };
  const select = (id: string, isRange = false) => setSelected((before) => toggled(before, id, isRange, standing));

  useKeyboard({
    j: () => moveFocus(list.current, 1),
    k: () => moveFocus(list.current, -1),
    x: () => focusedId() && select(focusedId()!),
    a: () => run('AcknowledgeAlertGroup'),
    r: () => run('ResolveAlertGroup'),
    n: settle,
    '/': () => searchInput.current?.focus(),
    '?': onHelp,
    Escape: () => (selected.size > 0 ? setSelected(new Set()) : (document.activeElement as HTMLElement | null)?.blur()),
  });

  return (
    <div
      ref={list}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setFocused(false)}
    >
      <p aria-live="polite" className="sticky top-12 z-20 flex justify-center">
        {waiting > 0 && (
          <button
            type="button"
            onClick={settle}
            className="absolute -top-2.5 rounded-full bg-act px-3 py-1 text-[13px] font-medium text-on-act shadow-pop hover:bg-act-hover"
          >
            {waiting} new <Key>n</Key>
          </button>
        )}
      </p>
      {sectionsOf(standing).map(({ section, ids }) => (
        <section key={section} aria-label={headings[section]} className="mb-4">
          <h2 className="flex items-baseline gap-2 border-b border-line px-2 pb-1 text-[13px] font-medium text-muted">
            {headings[section]} <span className="text-faint">{ids.length}</span>
          </h2>
          <ul>
            {rowsOf(ids).map((row) => (
              <AlertLine
                key={row.id}
                row={row}
                serviceName={row.serviceId ? names.service(row.serviceId) : 'by hand'}
                isSelected={selected.has(row.id)}
                onSelect={select}
              />
            ))}
          </ul>
        </section>
      ))}
      {standing.length === 0 && nothing}
      {selected.size > 0 && <BulkBar rows={rowsOf(selected)} onAct={run} onClear={() => setSelected(new Set())} />}
    </div>
  );
}

const sectionsOf = (standing: readonly Place[]) =>
  (['firing', 'acknowledged', 'resolved'] as const)
    .map((section) => ({ section, ids: standing.filter((place) => place.section === section).map(({ id }) => id) }))
    .filter(({ ids }) => ids.length > 0);
