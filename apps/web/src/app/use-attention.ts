import { useEffect } from 'react';
import { useRingingPages } from '../data/bell/ringing-pages.js';

/** While I am paged: the count in the window title, the favicon and the app badge. */
export function useAttention(): void {
  const count = useRingingPages().length;
  useEffect(() => {
    const title = document.querySelector('title')!;
    const mark = () => {
      const plain = document.title.replace(/^\(\d+\) /, '');
      const fullTitle = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== fullTitle) document.title = fullTitle;
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
