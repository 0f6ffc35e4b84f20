import type { ReactNode } from 'react';

/** Something that happened at a slot: a word above it, in a list of its kind. */
export interface Flag {
  readonly key: string;
  /** `Alert storms`: the name of the list. */
  readonly kind: string;
  readonly index: number;
  /** A few words. */
  readonly word: string;
  /** The link to it. */
  readonly render: (text: ReactNode, className: string) => ReactNode;
}

/** Pixels of a letter, on average. */
const letter = 6;
const dot = 20;

export interface PlacedFlag extends Flag {
  readonly x: number;
  readonly isWordShown: boolean;
  /** The word is left of its line, as there is no room on the right. */
  readonly isLeft: boolean;
}

/** Words that don’t touch: where there is no room for one, its mark alone is shown. */
export function placeFlags(flags: readonly Flag[], slotWidth: number, width: number): readonly PlacedFlag[] {
  let free = 0;
  const placed = flags.toSorted((a, b) => a.index - b.index).map((flag) => ({ ...flag, x: (flag.index + 0.5) * slotWidth }));
  return placed.map((flag, n) => {
    const length = flag.word.length * letter + dot;
    const isLeft = flag.x + length > width;
    const [from, to] = isLeft ? [flag.x - length, flag.x + dot / 2] : [flag.x - dot / 2, flag.x + length];
    const isWordShown = from >= Math.max(0, free) && to <= (placed[n + 1]?.x ?? Infinity) - dot / 2;
    free = isWordShown ? to : flag.x + dot / 2;
    return { ...flag, isWordShown, isLeft };
  });
}

/** Above a plot, which begins `left` pixels from the edge. */
export function Flags({ flags, left }: { flags: readonly PlacedFlag[]; left: number }) {
  const kinds = [...new Set(flags.map(({ kind }) => kind))];
  return (
    <div className="relative h-6 text-xs">
      {kinds.map((kind) => (
        <ul key={kind} aria-label={kind}>
          {flags
            .filter((flag) => flag.kind === kind)
            .map(({ key, x, word, isWordShown, isLeft, render }) => (
              <li
                key={key}
                className="absolute top-0"
                style={isLeft ? { right: `calc(100% - ${left + x + 12}px)` } : { left: left + x - 12 }}
              >
                {render(
                  <>
                    <i aria-hidden className="m-2 size-2 shrink-0 rounded-full border border-muted bg-panel" />
                    {isWordShown && <span className={isLeft ? '' : '-ml-1'}>{word}</span>}
                  </>,
                  `flex h-6 min-w-6 items-center rounded text-muted whitespace-nowrap hover:bg-hover hover:text-ink ${isLeft ? 'flex-row-reverse' : ''}`,
                )}
              </li>
            ))}
        </ul>
      ))}
    </div>
  );
}
