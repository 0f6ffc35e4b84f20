import type { KeyboardEvent } from 'react';
import { SearchIcon } from './first-icons.js';

interface Props {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  className?: string;
}

/** Narrows a list that is here already, letter by letter. What the server searches has its text in the address: `TextSearch`. */
export const FindField = ({ label, placeholder, text, onText, onKeyDown, className = '' }: Props) => (
  <span className={`relative block ${className}`}>
    <SearchIcon className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-muted" />
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={onKeyDown}
      className="h-8 w-full rounded-md border border-line bg-panel pr-2 pl-8 max-sm:h-11 max-sm:text-base"
    />
  </span>
);
