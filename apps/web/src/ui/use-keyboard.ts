import { useLayoutEffect, useRef } from 'react';

/** A keyboard shortcut. `key`: a key name, or two separated by a space (`g a`) for a sequence. */
export interface KeyAct {
  readonly key: string;
  /** Shown in the list of keys and in the palette: a verb, “acknowledge it”. */
  readonly says: string;
  readonly run: () => void;
}

/** A radio group handles only the arrow keys. */
const isTyping = ({ target, key }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.matches(`input:not([type=checkbox]${key.startsWith('Arrow') ? '' : ', [type=radio]'}), textarea, select`) ||
    target.isContentEditable);

/** Milliseconds in which the second key of a sequence must follow. */
const sequenceTimeout = 1_500;

/** Shortcuts of mounted components, innermost last. */
const mountedActs = new Set<() => readonly KeyAct[]>();
let first: { readonly key: string; readonly at: number } | null = null;

/** Every act that has a key on this screen, those of the screen itself first: a key of the frame that the screen uses is the screen’s alone. */
export const keyActsNow = (): readonly KeyAct[] => {
  const acts = [...mountedActs].toReversed().flatMap((own) => own());
  return acts.filter(({ key }, n) => acts.findIndex((one) => one.key === key) === n);
};

/** Registers shortcuts. They are ignored while typing, with a modifier, and under a dialog or menu. The innermost component wins. */
export function useKeyboard(acts: readonly (KeyAct | false)[]): void {
  const latest = useRef<readonly KeyAct[]>([]);
  // a layout effect: a key pressed right after rendering must act on what is visible
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

const nameOf = ({ key }: KeyboardEvent): string => (key === ' ' ? 'Space' : key);

/** The space bar presses a button, and ticks a box. */
const isPressing = ({ key, target }: KeyboardEvent): boolean =>
  key === ' ' && target instanceof Element && target.matches('button, input, summary, [role=button]');

function onKey(event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open], :popover-open, [role=menu], [role=dialog]'))
    return;
  if ((isTyping(event) && event.key !== 'Escape') || isPressing(event)) return;
  const acts = keyActsNow();
  const pressed = nameOf(event);
  const pair = first && event.timeStamp - first.at < sequenceTimeout ? `${first.key} ${pressed}` : null;
  const act = acts.find(({ key }) => key === pair) ?? acts.find(({ key }) => key === pressed);
  const begins = !act && acts.some(({ key }) => key.startsWith(`${pressed} `));
  first = begins ? { key: pressed, at: event.timeStamp } : null;
  if (!act) return;
  event.preventDefault();
  act.run();
}
