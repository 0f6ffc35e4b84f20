import type { FilmAnswer } from '@tocsin/contracts/film/film.js';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Pause, Play, type LucideIcon } from 'lucide-react';
import { formatTime, wholeTime } from '../../../data/time/times.js';
import { Button } from '../../../ui/button.js';
import { panelClass } from '../../../ui/panel.js';
import { SegmentedControl } from '../../../ui/segmented-control.js';
import { useKeyboard } from '../../../ui/use-keyboard.js';
import { Scrubber } from './scrubber.js';
import { speeds, type usePlayer } from './use-player.js';

interface Props {
  film: FilmAnswer;
  frame: number;
  /** Of the frame. */
  at: string;
  says: string;
  player: ReturnType<typeof usePlayer>;
  onChange: (frame: number) => void;
}

/** Buttons, speed and scrubber; the keys of the film. */
export function Transport({ film, frame, at, says, player, onChange }: Props) {
  const last = film.count - 1;
  const go = (to: number) => (): void => {
    player.pause();
    onChange(Math.min(last, Math.max(0, to)));
  };
  useKeyboard([
    { key: 'Space', says: 'play or pause the film', run: player.toggle },
    { key: 'ArrowLeft', says: 'show the frame before', run: go(frame - 1) },
    { key: 'ArrowRight', says: 'show the next frame', run: go(frame + 1) },
    { key: 'Home', says: 'show the first frame', run: go(0) },
    { key: 'End', says: 'show the last frame', run: go(last) },
  ]);
  return (
    <section aria-label="Film" className={`${panelClass} grid gap-2 px-4 py-3 sm:sticky sm:top-0 sm:z-10`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex items-center gap-1">
          <Step icon={ChevronFirst} name="First frame" onPress={go(0)} isOff={frame === 0} />
          <Step icon={ChevronLeft} name="Frame before" onPress={go(frame - 1)} isOff={frame === 0} />
          <Button kind="act" className="w-24" onClick={player.toggle}>
            {player.isPlaying ? <Pause aria-hidden size={16} strokeWidth={1.5} /> : <Play aria-hidden size={16} strokeWidth={1.5} />}
            {player.isPlaying ? 'Pause' : 'Play'}
          </Button>
          <Step icon={ChevronRight} name="Next frame" onPress={go(frame + 1)} isOff={frame === last} />
          <Step icon={ChevronLast} name="Last frame" onPress={go(last)} isOff={frame === last} />
        </div>
        <SegmentedControl
          label="Speed"
          segments={speeds.map((value) => ({ value, label: `${value}\u202F×` }))}
          value={player.speed}
          onChange={player.setSpeed}
        />
        <p className="ml-auto text-muted tabular-nums max-sm:ml-0">
          <time dateTime={at} title={wholeTime(at)} className="font-medium text-ink">
            {formatTime(new Date(at), {
              weekday: 'short',
              day: 'numeric',
              month: 'short',
              hour: '2-digit',
              minute: '2-digit',
              second: '2-digit',
            })}
          </time>{' '}
          · frame {(frame + 1).toLocaleString('en')} of {film.count.toLocaleString('en')}
        </p>
      </div>
      <Scrubber film={film} frame={frame} says={says} onChange={(to) => go(to)()} />
      <p className="text-xs text-faint">At 1 × it runs in real time; quiet times over 10 s are shortened.</p>
    </section>
  );
}

interface StepProps {
  icon: LucideIcon;
  name: string;
  onPress: () => void;
  isOff: boolean;
}

const Step = ({ icon: Icon, name, onPress, isOff }: StepProps) => (
  <Button kind="quiet" className="w-8 !px-0" aria-label={name} title={name} whyNot={isOff && 'There is none.'} onClick={onPress}>
    <Icon aria-hidden size={16} strokeWidth={1.5} />
  </Button>
);
