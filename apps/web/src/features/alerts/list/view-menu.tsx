import { useEffect } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { useRow } from '../../../data/cache/use-view.js';
import { useMe } from '../../../data/session/session.js';
import { useStore } from '../../../data/store.js';
import { buttonClass } from '../../../ui/button.js';
import { LazyMenu } from '../../../ui/lazy-menu.js';
import { keepChoice, listChoice } from './kept-choice.js';
import { columns, groupings, queryOfChoice, type Column, type Grouping, type ListChoice } from './list-choice.js';

const groupingWords: Record<Grouping, string> = { state: 'state', service: 'service', alert: 'alert name', team: 'team' };
const columnWords: Record<Column, string> = { service: 'service', labels: 'labels', age: 'age' };

/** Grouping, order and columns of the list: this person’s, on each of their devices. */
export function ViewMenu() {
  const choice = useStore(listChoice);
  const change = useChoice();
  return (
    <span className="ml-auto flex items-center gap-1 max-sm:hidden">
      <LazyMenu
        label={`Group by ${groupingWords[choice.by]}`}
        className={buttonClass('quiet')}
        choices={[
          ...groupings.map((by) => ({ id: by, label: `Group by ${groupingWords[by]}`, ...(by === choice.by ? { hint: 'Chosen' } : {}) })),
          { id: 'order', label: choice.isOldestFirst ? 'Newest first' : 'Oldest first' },
        ]}
        onChoose={(id) => change(id === 'order' ? { isOldestFirst: !choice.isOldestFirst } : { by: id as Grouping })}
      >
        Group by {groupingWords[choice.by]}
      </LazyMenu>
      <LazyMenu
        label="Columns"
        className={buttonClass('quiet')}
        choices={columns.map((column) => ({
          id: column,
          label: `${choice.hides.includes(column) ? 'Show' : 'Hide'} ${columnWords[column]}`,
        }))}
        onChoose={(id) => change({ hides: toggled(choice.hides, id as Column) })}
      >
        <ColumnsIcon />
      </LazyMenu>
    </span>
  );
}

const toggled = (hides: readonly Column[], column: Column): readonly Column[] =>
  columns.filter((one) => hides.includes(one) !== (one === column));

/** The kept choice follows the person’s; a change is shown at once. */
function useChoice(): (change: Partial<ListChoice>) => void {
  const { personId } = useMe();
  const row = useRow('contacts', personId).data?.row;
  const save = useCommand('SaveSearch', 'save the view of the list');
  const forget = useCommand('ForgetSearch', 'reset the view of the list');
  const saved = row?.searches?.find(({ searchId }) => searchId === personId);
  const query = typeof saved?.query === 'string' ? saved.query : '';
  const isRead = row !== undefined;
  useEffect(() => {
    if (isRead) keepChoice(query);
  }, [isRead, query]);
  return (change) => {
    const next = queryOfChoice({ ...listChoice.now(), ...change });
    keepChoice(next);
    if (next !== '') save.mutate({ personId, searchId: personId, name: 'View of the list', query: next });
    else if (saved) forget.mutate({ personId, searchId: personId });
  };
}

const ColumnsIcon = () => (
  <svg aria-hidden viewBox="0 0 16 16" className="size-4" fill="none" stroke="currentColor" strokeWidth="1.5">
    <path d="M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10" />
  </svg>
);
