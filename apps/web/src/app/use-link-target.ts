import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** Milliseconds after which what loads no longer scrolls the screen. */
const loadingTime = 15_000;

/** Keeps the anchor of a link in view while the screen around it loads, until the reader acts. */
export function useLinkTarget(): void {
  const hash = useLocation({ select: (at) => at.hash });
  useEffect(() => (hash === '' ? undefined : keepInView(hash)), [hash]);
}

function keepInView(id: string): () => void {
  const watcher = new ResizeObserver(() => document.getElementById(id)?.scrollIntoView());
  const stop = () => {
    watcher.disconnect();
    clearTimeout(timer);
    acts.forEach((act) => removeEventListener(act, stop, true));
  };
  const timer = setTimeout(stop, loadingTime);
  acts.forEach((act) => addEventListener(act, stop, { capture: true, passive: true }));
  watcher.observe(document.body);
  return stop;
}
