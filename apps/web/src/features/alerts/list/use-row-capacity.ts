import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Computes how many rows of variable height fit into a box, reducing by one until nothing overflows. Restarts when `of` or the box size changes. */
export function useRowCapacity(most: number, of: string): { readonly box: RefObject<HTMLDivElement | null>; readonly count: number } {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState('');
  const measuredFor = `${most} ${of} ${size}`;
  const [fitted, setFitted] = useState({ asked: measuredFor, count: most });
  const count = fitted.asked === measuredFor ? fitted.count : most;
  useLayoutEffect(() => {
    const { current } = box;
    if (current && current.scrollHeight > current.clientHeight && count > 1) setFitted({ asked: measuredFor, count: count - 1 });
  }, [measuredFor, count]);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setSize(`${current.clientWidth} ${current.clientHeight}`));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { box, count };
}
