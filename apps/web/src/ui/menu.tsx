import { Autocomplete, Button, Input, Menu, MenuItem, MenuTrigger, Popover, SearchField, useFilter } from 'react-aria-components';
import { useState, type ReactNode } from 'react';
import { useBarred } from './use-barred.js';
import { buttonClass } from './button.js';

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
}

interface Props {
  /** Content of the button. */
  children: ReactNode;
  label: string;
  choices: readonly Choice[];
  onChoose: (id: string) => void;
  /** Type to find: for lists of people. */
  isSearchable?: boolean;
  className?: string;
}

const item = 'flex cursor-pointer flex-col rounded-md px-2.5 py-1.5 outline-none data-focused:bg-hover';

/** A button that opens a list of choices. */
export function ChoiceMenu({ children, label, choices, onChoose, isSearchable = false, className = buttonClass('plain') }: Props) {
  const barred = useBarred();
  const { contains } = useFilter({ sensitivity: 'base' });
  const [isOpen, setOpen] = useState(false);
  /** Enter takes the last one that there is to choose; once something was typed, the library does so. */
  const chooseLast = (typed: string) => {
    if (typed !== '' || choices.length !== 1) return;
    setOpen(false);
    onChoose(choices[0]!.id);
  };
  const menu = (
    <Menu
      aria-label={label}
      onAction={(key) => onChoose(String(key))}
      className="max-h-80 overflow-auto p-1.5 outline-none"
      renderEmptyState={() => <p className="px-2.5 py-1.5 text-muted">No people found</p>}
    >
      {choices.map(({ id, label: text, hint }) => (
        <MenuItem key={id} id={id} textValue={text} className={item}>
          {text}
          {hint && <span className="text-xs text-muted">{hint}</span>}
        </MenuItem>
      ))}
    </Menu>
  );
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button aria-label={label} aria-describedby={barred} className={className}>
        {children}
      </Button>
      <Popover placement="bottom start" className="min-w-56 rounded-lg border border-line bg-raised text-ink shadow-pop">
        {isSearchable ? (
          <Autocomplete filter={contains}>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opened it wants to type */}
            <SearchField aria-label="Find" autoFocus onSubmit={chooseLast} className="border-b border-line p-1.5">
              <Input
                placeholder="Find"
                className="h-8 w-full rounded-md bg-well px-2 outline-none [&::-webkit-search-cancel-button]:hidden"
              />
            </SearchField>
            {menu}
          </Autocomplete>
        ) : (
          menu
        )}
      </Popover>
    </MenuTrigger>
  );
}
