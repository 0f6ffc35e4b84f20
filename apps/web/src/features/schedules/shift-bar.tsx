import { hueStyle } from '../../ui/person-hue.js';
import type { ShiftPiece } from './pieces.js';
import type { PlacedPiece } from './strip-layout.js';

/** Shares of the width under which a name is cut to its initials, and under which there is room for no letter. */
const narrow = 0.05;
const tiny = 0.022;

interface Props {
  piece: PlacedPiece<ShiftPiece>;
  name: string;
  hue: number | undefined;
  /** Label for narrow bars; absent: the truncated name. */
  initials?: string;
  /** The whole of it in words, with its times. */
  says: string;
  /** Not saved: hatched, with a dashed edge. */
  isDraft?: boolean;
  /** Pressed, it is what an override is made for. */
  onPress: (() => void) | null;
}

const shape = 'person flex h-full w-full items-center overflow-hidden border-l-[3px] text-left text-xs whitespace-nowrap text-ink';
const draftEdge = 'border-y border-r border-dashed';
const edges = ({ isCutLeft, isCutRight }: PlacedPiece<ShiftPiece>): string =>
  `${isCutLeft ? '' : 'rounded-l-[5px]'} ${isCutRight ? '' : 'rounded-r-[5px]'}`;

/** Gaps are hatched; intended ones are plain. */
const gapStyle = {
  background:
    'repeating-linear-gradient(135deg, var(--warn-tint) 0 6px, transparent 6px 12px), color-mix(in srgb, var(--warn-tint) 50%, transparent)',
  borderColor: 'var(--warn)',
};
const personStyle = { background: 'var(--person-tint)', borderColor: 'var(--person-edge)' };
const intendedStyle = { background: 'var(--well)', borderColor: 'var(--line-field)' };

const hatched = ({ background, borderColor }: { background: string; borderColor: string }) => ({
  background: `repeating-linear-gradient(135deg, color-mix(in srgb, var(--canvas) 60%, transparent) 0 5px, transparent 5px 10px), ${background}`,
  borderColor,
});

/** As much of the name as there is room for. */
const BarLabel = ({ piece, name, initials }: Required<Pick<Props, 'piece' | 'name' | 'initials'>>) => (
  <>
    {piece.width >= tiny && (piece.width < narrow ? initials : name)}
    {piece.by && piece.width >= 2 * narrow && <span className="font-normal text-muted"> · {piece.by}</span>}
  </>
);

function styleOf(kind: ShiftPiece['kind'], hue: number | undefined, isDraft: boolean) {
  const plain = kind === 'gap' ? gapStyle : kind === 'intended' || hue === undefined ? intendedStyle : personStyle;
  return { ...(hue === undefined ? {} : hueStyle(hue)), ...(isDraft ? hatched(plain) : plain) };
}

export function ShiftBar({ piece, name, initials = name, hue, says, isDraft = false, onPress }: Props) {
  const style = styleOf(piece.kind, hue, isDraft);
  const look = {
    style,
    title: says,
    className: `${shape} ${isDraft ? draftEdge : ''} ${piece.width < narrow ? 'px-0.5' : 'px-1.5'} ${edges(piece)}`,
  };
  const inside = (
    <>
      <span
        aria-hidden
        className={`${piece.width < narrow ? '' : 'min-w-0 truncate'} ${piece.personId === null ? 'text-muted' : 'font-medium'}`}
      >
        <BarLabel piece={piece} name={name} initials={initials} />
      </span>
      <span className="sr-only">{says}</span>
    </>
  );
  // pieces narrower than a finger are no buttons: the strip around them can be dragged, and a line typed
  if (!onPress || piece.width < narrow) return <div {...look}>{inside}</div>;
  return (
    <button type="button" {...look} onClick={onPress}>
      {inside}
    </button>
  );
}
