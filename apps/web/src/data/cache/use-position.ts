import { useEffect, useState } from 'react';
import { position as told } from './live.js';

/** Milliseconds. In a storm the position changes every second, and each change causes reads. */
const every = 2_000;

/** The last event known to the server: polled every two seconds, and not while the tab is hidden. */
export function usePosition(): number {
  const [position, setPosition] = useState(told.now);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      timer = undefined;
      if (!document.hidden) setPosition(told.now());
    };
    const plan = () => {
      timer ??= setTimeout(follow, every);
    };
    const stop = told.on(plan);
    document.addEventListener('visibilitychange', plan);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', plan);
      clearTimeout(timer);
    };
  }, []);
  return position;
}
