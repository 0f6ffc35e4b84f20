import type { FilmAnswer, FilmFrame, FilmRows } from '@tocsin/contracts/film/film.js';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { FrameContext } from '../../../data/time/as-of.js';
import { Button } from '../../../ui/button.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { DialogBoundary } from '../../../ui/part-boundary.js';
import { useTitle } from '../../../ui/screen.js';
import { WhenRead } from '../../../ui/when-read.js';
import { useTargetNames } from '../../event-subscriptions/shared/use-target-names.js';
import { sentenceOf } from '../../history/shared/sentences.js';
import { CopyLink } from '../group/copy-link.js';
import { withPages } from '../shared/page-names.js';
import { FrameView } from './frame-view.js';
import { Transport } from './transport.js';
import { useFilm } from './use-film.js';
import { usePlayer } from './use-player.js';

const ExportDialog = lazyPart(() => import('./export-dialog.js'), 'ExportDialog');

/** Lines below a frame. */
const linesShown = 12;

interface Props {
  row: AlertGroupRow;
  /** The ordinal that the address pins. */
  ordinal: number;
}

/** The frames up to the one that is shown, the newest first; until its part is there, the nearest one that is. */
function linesUpTo(film: FilmAnswer | undefined, frame: number) {
  if (!film) return { shown: 0, lines: [] };
  const shown = Math.min(film.frames.length - 1, Math.max(0, frame - film.from));
  return { shown, lines: film.frames.slice(Math.max(0, shown + 1 - linesShown), shown + 1).toReversed() };
}

/** The life of an alert group, frame by frame. */
export function FilmScreen({ row, ordinal }: Props) {
  useTitle(`Film of #${row.number} ${row.title}`);
  const [chosen, setFrame] = useState<number | null>(null);
  const { reading, film, rows } = useFilm(row.id, ordinal, chosen);
  const frame = chosen ?? film?.at ?? 0;
  const player = usePlayer(film, frame, setFrame);
  const { shown, lines } = linesUpTo(film, frame);
  const event = lines[0]?.event;
  usePinned(player.isPlaying || chosen === null ? undefined : event?.ordinal, ordinal);
  return (
    <>
      <FilmHead row={row} />
      <WhenRead of={[reading]} what="The film" lines={6} />
      {film && event && (
        <FrameContext value={event.meta.at}>
          <Scene film={film} frame={frame} rows={rows[shown]!} lines={lines} player={player} onChange={setFrame} />
        </FrameContext>
      )}
    </>
  );
}

interface SceneProps {
  film: FilmAnswer;
  frame: number;
  rows: FilmRows;
  /** The first is that of the frame. */
  lines: readonly FilmFrame[];
  player: ReturnType<typeof usePlayer>;
  onChange: (frame: number) => void;
}

function Scene({ film, frame, rows, lines, player, onChange }: SceneProps) {
  const plain = useTargetNames();
  const read = useMemo(() => film.frames.map(({ event }) => event), [film]);
  const names = withPages(plain, read, rows.ladders?.pages);
  const { event } = lines[0]!;
  const says = `Frame ${frame + 1} of ${film.count}: ${sentenceOf(event, names)}`;
  return (
    <div className="grid gap-5">
      <Transport film={film} frame={frame} at={event.meta.at} says={says} player={player} onChange={onChange} />
      <FrameView rows={rows} lines={lines} names={names} />
    </div>
  );
}

function FilmHead({ row }: { row: AlertGroupRow }) {
  const [isExporting, setExporting] = useState(false);
  const close = (): void => setExporting(false);
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Link to="." search={({ frame: _frame, ...rest }: Record<string, unknown>) => rest} className="link">
          Back to #{row.number}
        </Link>
        <span className="ml-auto flex items-center gap-4">
          <CopyLink hasSearch />
          <Button size="small" onClick={() => setExporting(true)}>
            Export…
          </Button>
        </span>
      </p>
      {isExporting && (
        <DialogBoundary onClose={close}>
          <ExportDialog row={row} onClose={close} />
        </DialogBoundary>
      )}
      <h1 className="mb-3 text-xl font-semibold tracking-[-0.012em] wrap-anywhere">
        <span className="mr-1.5 font-normal text-muted">#{row.number}</span>Film
      </h1>
    </>
  );
}

/** Writes the frame into the address, so that it can be copied; while the film plays it stays. */
function usePinned(ordinal: number | undefined, pinned: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (ordinal === undefined || ordinal === pinned) return;
    void navigate({ to: '.', search: (before: object) => ({ ...before, frame: ordinal }), replace: true, resetScroll: false });
  }, [navigate, ordinal, pinned]);
}
