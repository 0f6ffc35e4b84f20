import { Search } from 'lucide-react';
import { Key } from '../ui/key.js';
import { openDialog } from './open-dialog.js';

/** Opens the palette. On phones and in the folded rail an icon. */
export const SearchButton = ({ className = '' }: { className?: string }) => (
  <button
    type="button"
    aria-keyshortcuts="Control+K"
    onClick={() => openDialog.set({ what: 'palette' })}
    className={`flex h-8 shrink-0 items-center gap-2 rounded-md border border-line-button bg-panel pr-1.5 pl-2 text-muted hover:border-line-field max-lg:justify-center max-lg:px-0 max-sm:size-11 max-sm:border-transparent max-sm:bg-transparent ${className}`}
  >
    <Search aria-hidden size={15} strokeWidth={1.5} className="max-sm:size-5" />
    <span className="max-lg:sr-only">Quick search</span>
    <span className="ml-auto max-lg:hidden">
      <Key>Ctrl K</Key>
    </span>
  </button>
);
