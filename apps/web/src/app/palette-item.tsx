import { Command } from 'cmdk';
import type { ReactNode } from 'react';

/** Closes the palette, then runs the chosen action. */
export type Close = <A extends readonly unknown[]>(run: (...args: A) => unknown) => (...args: A) => void;

export const Group = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Command.Group
    heading={heading}
    className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
  >
    {children}
  </Command.Group>
);

interface ItemProps {
  value: string;
  onSelect: () => void;
  aside?: ReactNode;
  /** The aside is the answer to the query, so it is never cut off. */
  isAnswer?: boolean;
  children: ReactNode;
}

/** A line of the palette. `value`: what typing finds it by; `aside`: shown at its end. */
export function Item({ value, onSelect, aside, isAnswer = false, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className={`flex min-h-9 cursor-default items-center gap-2 rounded-md px-2.5 data-[selected=true]:bg-hover max-sm:min-h-11 ${isAnswer ? 'py-1.5 max-sm:flex-col max-sm:items-start max-sm:gap-0' : ''}`}
    >
      {isAnswer ? <span className="sm:shrink-0">{children}</span> : children}
      {aside && (
        <span
          className={`text-xs text-muted ${isAnswer ? 'sm:ml-auto sm:max-w-[65%] sm:pl-3 sm:text-right' : 'ml-auto max-w-[55%] truncate pl-3'}`}
        >
          {aside}
        </span>
      )}
    </Command.Item>
  );
}

export const Keys = ({ of }: { of: string }) => <kbd className="font-mono text-xs text-faint">{of}</kbd>;
