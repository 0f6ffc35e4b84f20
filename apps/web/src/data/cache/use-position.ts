import { useEffect, useState } from 'react';
import { position as told } from './live.js';

/** Milliseconds: in a storm the position changes every second, and whoever hears of it reads. */
const every = 2_000;

/** The last event that the server is known to have seen: followed every two seconds, and not while nobody looks at this tab. */
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
