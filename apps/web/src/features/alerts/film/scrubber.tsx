import type { FilmAnswer, FilmMark } from '@tocsin/contracts/film/film.js';

const looks: Record<FilmMark, { word: string; colour: string }> = {
  opened: { word: 'Opened', colour: 'bg-ink' },
  paged: { word: 'Step taken', colour: 'bg-bronze-fill' },
  acknowledged: { word: 'Acknowledged', colour: 'bg-held' },
  resolved: { word: 'Resolved', colour: 'bg-done' },
  note: { word: 'Note', colour: 'bg-faint' },
};

interface Props {
  film: FilmAnswer;
  frame: number;
  /** The frame in words. */
  says: string;
  onChange: (frame: number) => void;
}

const share = (frame: number, count: number): number => (count > 1 ? (frame / (count - 1)) * 100 : 0);

/** The whole film as a line, with marks where something changed. */
export function Scrubber({ film: { count, marks }, frame, says, onChange }: Props) {
  return (
    <div className="grid gap-2">
      <div className="relative h-8 rounded-md has-focus-visible:outline-2 has-focus-visible:outline-focus max-sm:h-11">
        <input
          type="range"
          aria-label="Frame"
          aria-valuetext={says}
          min={0}
          max={count - 1}
          value={frame}
          onChange={({ target }) => onChange(Number(target.value))}
          className="absolute inset-0 z-1 w-full cursor-pointer opacity-0"
        />
        <span aria-hidden className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 rounded-full bg-pressed" />
        <span
          aria-hidden
          className="absolute top-1/2 left-0 h-1 -translate-y-1/2 rounded-full bg-bronze-fill"
          style={{ width: `${share(frame, count)}%` }}
        />
        {marks.map((mark) => (
          <span
            key={`${mark.frame} ${mark.kind}`}
            aria-hidden
            title={looks[mark.kind].word}
            className={`absolute top-1/2 h-3.5 w-0.5 -translate-x-1/2 -translate-y-1/2 rounded-[1px] ${looks[mark.kind].colour}`}
            style={{ left: `${share(mark.frame, count)}%` }}
          />
        ))}
        <span
          aria-hidden
          className="absolute top-1/2 size-4 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-bronze-fill bg-panel"
          style={{ left: `${share(frame, count)}%` }}
        />
      </div>
      <Legend kinds={[...new Set(marks.map(({ kind }) => kind))]} />
    </div>
  );
}

const Legend = ({ kinds }: { kinds: readonly FilmMark[] }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
    {kinds.map((kind) => (
      <li key={kind} className="flex items-center gap-1.5">
        <span aria-hidden className={`h-3 w-0.5 rounded-[1px] ${looks[kind].colour}`} />
        {looks[kind].word}
      </li>
    ))}
  </ul>
);
