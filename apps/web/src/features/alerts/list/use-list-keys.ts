import type { RefObject } from 'react';
import { undoLast } from '../../../data/toasts.js';
import { useKeyboard } from '../../../ui/use-keyboard.js';
import type { Selection } from './use-selection.js';

const leaveRow = () => (document.activeElement as HTMLElement | null)?.blur();

/** The keys of the list. `canAct`: on any of its rows; `isChosen`: rows are selected. */
export function useListKeys(
  { selectFocused, selectAll, run, clear }: Selection,
  canAct: boolean,
  isChosen: boolean,
  move: (by: 1 | -1) => void,
  showNew: () => void,
  searchInput: RefObject<HTMLInputElement | null>,
  peek: () => void,
  silence: () => void,
): void {
  const whatIsChosen = isChosen ? 'what is selected' : 'the row';
  useKeyboard([
    { key: 'j', says: 'next row', run: () => move(1) },
    { key: 'k', says: 'previous row', run: () => move(-1) },
    ...(canAct
      ? [
          { key: 'x', says: 'select the row', run: selectFocused },
          { key: 'X', says: 'select all rows', run: selectAll },
          { key: 'u', says: 'undo the last action', run: undoLast },
          { key: 'a', says: `acknowledge ${whatIsChosen}`, run: () => run('AcknowledgeAlertGroup') },
          { key: 'r', says: `resolve ${whatIsChosen}`, run: () => run('ResolveAlertGroup') },
          { key: 'q', says: 'silence the row', run: silence },
        ]
      : []),
    { key: 'Space', says: 'peek at the row, in a wide window', run: peek },
    { key: 'n', says: 'show new alert groups', run: showNew },
    { key: '/', says: 'search', run: () => searchInput.current?.focus() },
    { key: 'Escape', says: 'clear the selection', run: isChosen ? clear : leaveRow },
  ]);
}
