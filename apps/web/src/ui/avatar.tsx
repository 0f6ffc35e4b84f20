import { initialsOf } from './initials.js';
import { hueOf, hueStyle } from './person-hue.js';

const sizes = {
  small: 'size-5 text-[9px] font-[650]',
  large: 'size-7 text-axis font-[650]',
  huge: 'size-14 text-xl font-semibold',
} as const;

interface Props {
  /** Null: no one, a dashed ring. */
  personId: string | null;
  name: string;
  size?: keyof typeof sizes;
  /** Where people are shown together: of `huesOf`. */
  hue?: number | undefined;
}

/** A person’s initials in their colour. The name stands beside it, or in the label of what it is in. */
export const Avatar = ({ personId, name, size = 'small', hue }: Props) =>
  personId === null ? (
    <span aria-hidden className={`inline-block shrink-0 rounded-full border border-dashed border-line-field ${sizes[size]}`} />
  ) : (
    <span
      aria-hidden
      data-initials={initialsOf(name)}
      style={hueStyle(hue ?? hueOf(personId))}
      // drawn, not written: nothing reads them out before the name
      className={`person inline-grid shrink-0 place-items-center rounded-full bg-person-tint leading-none text-person-ink before:content-[attr(data-initials)] ${sizes[size]}`}
    />
  );

/** An avatar and its name, which gives way to what is beside it. */
export const Person = ({ className = '', ...props }: Props & { className?: string }) => (
  <span className={`inline-flex max-w-full min-w-0 items-center gap-[7px] ${className}`}>
    <Avatar {...props} />
    <span className="truncate">{props.name}</span>
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
