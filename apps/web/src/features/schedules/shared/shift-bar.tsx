import { TriangleAlert } from 'lucide-react';
import { initialsOf } from '../../../ui/initials.js';
import { hueStyle } from '../../../ui/person-hue.js';
import type { ShiftPiece } from './pieces.js';
import type { PlacedPiece } from './strip-layout.js';

/** Share of the width under which a bar is no button: the strip around it can be dragged, and a line typed. */
const narrow = 0.05;

interface Props {
  piece: PlacedPiece<ShiftPiece>;
  /** What is written: by default the person’s name. */
  text?: string;
  /** Undefined: a gap, or someone without a colour. */
  person: { readonly name: string; readonly hue: number } | undefined;
  /** The whole of it in words, with its times. */
  says: string;
  /** Not saved: hatched, with a dashed edge. */
  isDraft?: boolean;
  /** Pressed, it is what an override is made for. Absent: it is no button. */
  onPress?: (() => void) | null;
}

const shape = '@container flex h-full w-full items-center gap-[5px] overflow-hidden text-left text-xs font-medium whitespace-nowrap';
const ofPerson = 'person border-l-[3px] border-person-edge bg-person-tint pl-1 text-person-ink';
const draftOfPerson = 'person hatched-person border border-dashed border-l-[3px] border-l-solid border-person-edge pl-1 text-person-ink';
const plain = 'border border-line-button bg-quiet-tint px-[7px] text-muted';
const gap = 'hatched border border-dashed border-line-field px-[7px] text-ink';

function lookOf({ kind, by }: ShiftPiece, isPerson: boolean, isDraft: boolean): string {
  if (kind === 'gap') return gap;
  if (!isPerson) return isDraft ? `${plain} hatched` : plain;
  if (isDraft) return draftOfPerson;
  return by === null ? ofPerson : `${ofPerson} border-y border-r`;
}

const edges = ({ isCutLeft, isCutRight }: PlacedPiece<ShiftPiece>): string =>
  `${isCutLeft ? '' : 'rounded-l-[6px]'} ${isCutRight ? '' : 'rounded-r-[6px]'}`;

/** As much as there is room for: nothing, the initials, the first name, the whole name. */
function PersonLabel({ name, text }: { name: string; text: string }) {
  const [first = name] = name.split(/\s+/);
  return (
    <>
      <span
        data-initials={initialsOf(name)}
        className="hidden size-5 shrink-0 place-items-center rounded-full bg-panel/70 text-[9px] leading-none font-[650] before:content-[attr(data-initials)] @min-[25px]:grid"
      />
      <span className="hidden min-w-0 truncate @min-[62px]:block @min-[112px]:hidden">{first}</span>
      <span className="hidden min-w-0 truncate @min-[112px]:block">{text}</span>
    </>
  );
}

const PlainLabel = ({ kind, children }: { kind: ShiftPiece['kind']; children: string }) => (
  <>
    {kind === 'gap' && <TriangleAlert size={14} strokeWidth={1.5} className="hidden shrink-0 text-warn @min-[25px]:block" />}
    <span className="hidden min-w-0 truncate rounded-[3px] bg-panel px-1 @min-[62px]:block">{children}</span>
  </>
);

/** A shift, a gap or an override over time: tint and edge in the person’s colour. */
export function ShiftBar({ piece, person, text = person?.name ?? '', says, isDraft = false, onPress }: Props) {
  const look = {
    ...(person ? { style: hueStyle(person.hue) } : {}),
    title: says,
    className: `${shape} ${lookOf(piece, person !== undefined, isDraft)} ${edges(piece)}`,
  };
  const inside = (
    <>
      <span aria-hidden className="contents">
        {person ? <PersonLabel name={person.name} text={text} /> : <PlainLabel kind={piece.kind}>{text}</PlainLabel>}
      </span>
      <span className="sr-only">{says}</span>
    </>
  );
  if (!onPress || piece.width < narrow) return <div {...look}>{inside}</div>;
  return (
    <button type="button" {...look} onClick={onPress}>
      {inside}
    </button>
  );
}
