import { useEffect } from 'react';
import { useRung } from '../data/bell/rung.js';

/** While I am paged: the count in the window title, the favicon and the app badge. */
export function useAttention(): void {
  const count = useRung().length;
  useEffect(() => {
    const title = document.querySelector('title')!;
    const mark = () => {
      const plain = document.title.replace(/^\(\d+\) /, '');
      const wanted = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    mark();
    document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href = count > 0 ? '/bell-ringing.svg' : '/bell.svg';
    void badge(count);
    const observer = new MutationObserver(mark);
    observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, [count]);
}

const badge = async (count: number) => {
  if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => undefined);
};
