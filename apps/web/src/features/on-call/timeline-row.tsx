import type { TimelineAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAll } from '../../data/cache/use-view.js';
import { momentName } from '../../data/time/zone-times.js';
import { useNames } from '../../data/words/names.js';
import { coverOfGap, coverWords } from '../schedules/shared/gap-words.js';
import { pieceTimes } from '../schedules/shared/piece-words.js';
import { timelinePieces, type ShiftPiece } from '../schedules/shared/pieces.js';
import type { Period } from '../schedules/shared/period.js';
import { ShiftBar } from '../schedules/shared/shift-bar.js';
import { placePieces } from '../schedules/shared/strip-layout.js';
import { hueOf } from '../../ui/person-hue.js';
import { RowActions } from './row-actions.js';
import { rowWords } from './shared/on-call-words.js';

interface Props {
  row: OnCallRow;
  answer: TimelineAnswer;
  period: Period;
  now: number;
  zone: string;
  grid: ReactNode;
  onPage: (personId: string) => void;
}

const laneHeight = 34;

/** One schedule: its name, who is on call now, and its shifts and gaps. On a phone the name stands above its strip. */
export function TimelineRow({ row, answer, period, now, zone, grid, onPage }: Props) {
  const names = useNames();
  const own = answer.schedules.find(({ scheduleId }) => scheduleId === row.id);
  const { pieces, lanes } = placePieces(own ? timelinePieces(own) : [], period);
  const gapText = useGapText(row.id, answer);
  const range = { from: Date.parse(answer.from), to: Date.parse(answer.to) };
  const textOf = (piece: ShiftPiece): string => {
    if (piece.kind === 'intended') return 'No one, intended';
    return piece.kind === 'gap' ? gapText(piece, zone, now) : names.person(piece.personId);
  };
  return (
    <li className="border-t border-line-soft sm:grid sm:grid-cols-[200px_1fr]">
      <div className="sticky left-0 z-10 flex min-w-0 items-center gap-1 py-1.5 pr-1 pl-4 max-sm:w-[calc(100vw-2rem)] max-sm:pb-0 sm:bg-panel">
        <div className="min-w-0 flex-1 leading-[18px] max-sm:flex max-sm:items-center max-sm:gap-2">
          <Link
            to="/schedules/$id"
            params={{ id: row.id }}
            className="block py-px font-medium [overflow-wrap:anywhere] hover:underline max-sm:min-w-0 max-sm:py-3 sm:truncate"
            title={row.name}
          >
            {row.name}
          </Link>
          <p
            className={`min-w-0 truncate text-xs max-sm:shrink-0 max-sm:max-w-[60%] ${row.people.length === 0 ? 'text-ink' : 'text-muted'}`}
          >
            {rowWords(row, names, now)}
          </p>
        </div>
        <RowActions row={row} onPage={onPage} />
      </div>
      <div data-track className="relative py-[7px]">
        {grid}
        <ul
          aria-label={`Shifts of ${row.name}`}
          className="relative [overflow-clip-margin:2px] [overflow:clip]"
          style={{ height: lanes * laneHeight }}
        >
          {pieces.map((piece) => (
            <li
              key={piece.key}
              className="absolute p-px"
              style={{ left: `${piece.left * 100}%`, width: `${piece.width * 100}%`, top: piece.lane * laneHeight, height: laneHeight }}
            >
              <ShiftBar
                piece={piece}
                person={piece.personId === null ? undefined : { name: names.person(piece.personId), hue: hueOf(piece.personId) }}
                text={textOf(piece)}
                says={`${textOf(piece)}, ${pieceTimes(piece, range, zone, now)}${piece.by ? `, ${piece.by}` : ''}`}
              />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

/** `Gap until Mon 00:00, covered by step 2`; only a schedule without a gap at that time covers one. */
function useGapText(scheduleId: string, answer: TimelineAnswer) {
  const policies = useAll('policies');
  return ({ from, to }: ShiftPiece, zone: string, now: number): string => {
    const hasGap = (id: string): boolean =>
      answer.schedules
        .filter((one) => one.scheduleId === id)
        .some(({ gaps }) => gaps.some((gap) => Date.parse(gap.from) < to && Date.parse(gap.to) > from));
    const cover = coverOfGap(policies, scheduleId, hasGap);
    const gap = to >= Date.parse(answer.to) ? 'Gap' : `Gap until ${momentName(to, zone, now)}`;
    return cover === null ? gap : `${gap}, ${coverWords(cover)}`;
  };
}
