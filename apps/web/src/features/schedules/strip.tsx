import type { DOMAttributes, ReactNode } from 'react';
import { placePieces, type Piece, type PlacedPiece } from './strip-layout.js';

/** Pixels of one row of a strip. */
const rowHeight = 32;

interface Props<P extends Piece> {
  label: string;
  hint?: string | undefined;
  /** Its label is a badge: what it shows is not saved. */
  isDraft?: boolean;
  pieces: readonly P[];
  within: { readonly from: number; readonly to: number };
  /** Text for an empty period. Visible with `showsEmptyText`; otherwise for screen readers only. */
  nothing: string;
  showsEmptyText?: boolean;
  draw: (piece: PlacedPiece<P>) => ReactNode;
  /** Behind the pieces, and above them. */
  grid: ReactNode;
  above?: ReactNode;
  /** Pointer handlers. */
  handlers?: DOMAttributes<HTMLDivElement>;
}

/** One line of a schedule over time, with its name beside it: pieces by position, in as many rows as people are on call at once. */
export function Strip<P extends Piece>({
  label,
  hint,
  isDraft = false,
  pieces,
  within,
  nothing,
  showsEmptyText = false,
  draw,
  grid,
  above,
  handlers,
}: Props<P>) {
  const { pieces: placedPieces, lanes } = placePieces(pieces, within);
  return (
    <fieldset aria-label={label} className="grid min-w-0 grid-cols-[9rem_1fr] border-b border-line">
      <div className="min-w-0 py-2 pr-3">
        <h3
          className={`line-clamp-2 font-medium [overflow-wrap:anywhere] ${isDraft ? 'w-fit rounded border border-dashed border-warn bg-warn-tint px-1.5 text-xs text-warn' : ''}`}
          title={label}
        >
          {label}
        </h3>
        {hint && (
          <p className="truncate text-xs text-muted" title={hint}>
            {hint}
          </p>
        )}
      </div>
      <div {...handlers} data-track className={`relative touch-pan-y py-1.5 ${handlers ? 'cursor-crosshair select-none' : ''}`}>
        {grid}
        {placedPieces.length === 0 && (
          <p className={showsEmptyText ? 'absolute inset-0 flex items-center px-2 text-muted' : 'sr-only'}>{nothing}</p>
        )}
        <ul className="relative [overflow-clip-margin:3px] [overflow:clip]" style={{ height: lanes * rowHeight }}>
          {placedPieces.map((piece) => (
            <li
              key={piece.key}
              className="absolute p-px"
              style={{
                left: `${piece.left * 100}%`,
                width: `${piece.width * 100}%`,
                top: piece.lane * rowHeight,
                height: rowHeight,
              }}
            >
              {draw(piece)}
            </li>
          ))}
        </ul>
        {above}
      </div>
    </fieldset>
  );
}
