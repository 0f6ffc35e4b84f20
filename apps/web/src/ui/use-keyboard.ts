import { useLayoutEffect, useRef } from 'react';

/** What one key does here. `key`: as the browser names it, or two of them with a space (`g a`): one after the other. */
export interface KeyAct {
  readonly key: string;
  /** Shown in the list of keys and in the palette: a verb, “acknowledge it”. */
  readonly says: string;
  readonly run: () => void;
}

/** A choice of several knows the arrow keys, and nothing else. */
const isTyping = ({ target, key }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.matches(`input:not([type=checkbox]${key.startsWith('Arrow') ? '' : ', [type=radio]'}), textarea, select`) ||
    target.isContentEditable);

/** How long the first of two keys waits for the second. Milliseconds. */
const sequenceTimeout = 1_500;

/** What is on the screen now, the innermost last. */
const mountedActs = new Set<() => readonly KeyAct[]>();
let first: { readonly key: string; readonly at: number } | null = null;

/** Every act that has a key on this screen, those of the screen itself first. */
export const keyActsNow = (): readonly KeyAct[] => [...mountedActs].toReversed().flatMap((acts) => acts());

/** One letter, one act; not while typing, with a modifier, or under a dialog or a menu, which Escape closes. The innermost screen that knows the key has it. */
export function useKeyboard(acts: readonly (KeyAct | false)[]): void {
  const latest = useRef<readonly KeyAct[]>([]);
  // with what is drawn, not a moment after it: a key that is pressed at what one sees does it
  useLayoutEffect(() => {
    latest.current = acts.filter((act) => act !== false);
  });
  useLayoutEffect(() => {
    const ownActs = () => latest.current;
    if (mountedActs.size === 0) addEventListener('keydown', onKey);
    mountedActs.add(ownActs);
    return () => {
      mountedActs.delete(ownActs);
      if (mountedActs.size === 0) removeEventListener('keydown', onKey);
    };
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open], :popover-open, [role=menu]')) return;
  if (isTyping(event) && event.key !== 'Escape') return;
  const acts = keyActsNow();
  const pair = first && event.timeStamp - first.at < sequenceTimeout ? `${first.key} ${event.key}` : null;
  const act = acts.find(({ key }) => key === pair) ?? acts.find(({ key }) => key === event.key);
  const begins = !act && acts.some(({ key }) => key.startsWith(`${event.key} `));
  first = begins ? { key: event.key, at: event.timeStamp } : null;
  if (!act) return;
  event.preventDefault();
  act.run();
}
