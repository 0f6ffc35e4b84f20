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
