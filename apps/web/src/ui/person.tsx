import type { ComponentProps } from 'react';
import { Avatar } from './avatar.js';

interface PersonProps extends ComponentProps<typeof Avatar> {
  className?: string;
  /** In place of the name: *You*, or the first of several with the others. */
  says?: string | undefined;
}

/** An avatar and its name, which gives way to what is beside it. */
export const Person = ({ className = '', says, ...props }: PersonProps) => (
  <span className={`inline-flex max-w-full min-w-0 items-center gap-[7px] ${className}`}>
    <Avatar {...props} />
    <span className="truncate">{says ?? props.name}</span>
  </span>
);

interface RowProps {
  people: readonly { readonly id: string; readonly name: string }[];
  /** How many are drawn, before a number stands for the others. */
  max?: number;
}

/** Several people, whose names are its label. */
export const AvatarRow = ({ people, max = 4 }: RowProps) => (
  <span className="inline-flex items-center gap-0.5" title={people.map(({ name }) => name).join(', ')}>
    <span className="sr-only">{people.map(({ name }) => name).join(', ')}</span>
    {people.slice(0, max).map(({ id, name }) => (
      <Avatar key={id} personId={id} name={name} />
    ))}
    {people.length > max && (
      <span aria-hidden className="pl-0.5 text-xs text-muted">
        +{people.length - max}
      </span>
    )}
  </span>
);
