import type { FilmAnswer } from '@tocsin/contracts/film/film.js';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useIsCalm } from '../../../ui/use-media.js';
import { play } from './film-model.js';

export const speeds = ['1', '4', '16'] as const;
export type Speed = (typeof speeds)[number];

/** Milliseconds between two looks at the film’s time; for whoever wants no motion, it steps by seconds. */
const tick = { usual: 100, calm: 1_000 } as const;

/** Plays the film: its time runs, and frames follow. */
export function usePlayer(film: FilmAnswer | undefined, frame: number, show: (frame: number) => void) {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>('4');
  const every = useIsCalm() ? tick.calm : tick.usual;
  const left = useRef(0);
  const instants = useMemo(() => (film?.frames ?? []).map(({ event }) => Date.parse(event.meta.at)), [film]);
  const last = (film?.count ?? 1) - 1;
  const goOn = useEffectEvent(() => {
    const next = play(frame, left.current + every * Number(speed), film?.from ?? 0, instants);
    left.current = next.left;
    if (next.frame >= last) setPlaying(false);
    if (next.frame !== frame) show(Math.min(next.frame, last));
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    left.current = 0;
    const timer = setInterval(goOn, every);
    return () => clearInterval(timer);
  }, [isPlaying, every]);
  const toggle = (): void => {
    if (!isPlaying && frame >= last) show(0);
    setPlaying(!isPlaying);
  };
  return { isPlaying, toggle, pause: () => setPlaying(false), speed, setSpeed };
}
