/** Pixels to the right after which letting go acknowledges. */
const far = 96;
/** Pixels until a finger that moves means a swipe. */
const slop = 10;

interface Swipe {
  readonly row: HTMLElement;
  readonly pointerId: number;
  readonly x: number;
}

const hasMoved = ({ style }: HTMLElement): boolean => style.translate !== '';

/** Rows that can be acknowledged follow a finger to the right. Up and down stay the page’s: rows have `touch-action: pan-y`. */
export function followSwipes(list: HTMLElement, onSwipe: (id: string) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let swipe: Swipe | null = null;
  const letGo = (): void => {
    if (!swipe) return;
    swipe.row.style.translate = '';
    delete swipe.row.dataset['swiped'];
    swipe = null;
  };
  const begin = ({ target, pointerType, pointerId, clientX: x }: PointerEvent): void => {
    letGo();
    const row = pointerType === 'touch' && target instanceof Element ? target.closest<HTMLElement>('li[data-swipes]') : null;
    swipe = row && { row, pointerId, x };
  };
  const move = ({ pointerId, clientX }: PointerEvent): void => {
    if (swipe?.pointerId !== pointerId) return;
    const by = Math.max(0, clientX - swipe.x);
    if (by < slop && !hasMoved(swipe.row)) return;
    swipe.row.style.translate = `${Math.min(by, far * 1.5)}px`;
    swipe.row.dataset['swiped'] = by >= far ? 'far' : 'near';
  };
  const end = ({ pointerId }: PointerEvent): void => {
    if (swipe?.pointerId !== pointerId) return;
    const { id, swiped } = swipe.row.dataset;
    letGo();
    if (swiped === 'far' && id !== undefined) onSwipe(id);
  };
  list.addEventListener('pointerdown', begin, { signal });
  list.addEventListener('pointermove', move, { signal });
  list.addEventListener('pointerup', end, { signal });
  list.addEventListener('pointercancel', letGo, { signal });
  return () => ended.abort();
}
