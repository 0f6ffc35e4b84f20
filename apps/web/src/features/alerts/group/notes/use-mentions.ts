import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useAll } from '../../../../data/cache/use-view.js';
import { suggestionsFor, typedMention, withChosen, withIds, type Mentionable } from './mentions.js';

/** Everyone who can be mentioned, by name. */
function useMentionable(): readonly Mentionable[] {
  const people = useAll('people');
  return useMemo(
    () =>
      people
        .flatMap(({ id, name, state }) => (typeof name === 'string' && state === 'active' ? [{ id, name }] : []))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    [people],
  );
}

interface TextBox {
  readonly text: string;
  /** Puts another text there, with the caret at this place. */
  readonly put: (text: string, caret: number) => void;
}

/** People suggested behind an @ while a note is typed: arrows go through them, Enter and Tab take one, Escape none. */
export function useMentions({ text, put }: TextBox) {
  const people = useMentionable();
  const chosen = useRef(new Map<string, string>());
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const mention = caret === null ? null : typedMention(text, caret);
  const suggestions = mention ? suggestionsFor(mention.query, people) : [];
  const at = Math.min(active, suggestions.length - 1);

  const close = () => setCaret(null);
  const moved = (to: number | null) => {
    setCaret(to);
    setActive(0);
  };
  const choose = (person: Mentionable) => {
    if (!mention || caret === null) return;
    chosen.current.set(person.name, person.id);
    const next = withChosen(text, caret, mention, person);
    put(next.text, next.caret);
    close();
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive((at + 1) % suggestions.length),
    ArrowUp: () => setActive((at + suggestions.length - 1) % suggestions.length),
    Enter: () => choose(suggestions[at]!),
    Tab: () => choose(suggestions[at]!),
    Escape: close,
  };
  /** Whether the key was for the suggestions. */
  const onKey = (event: KeyboardEvent): boolean => {
    const act = suggestions.length > 0 && !event.ctrlKey && !event.metaKey ? keys[event.key] : undefined;
    if (!act) return false;
    event.preventDefault();
    event.stopPropagation();
    act();
    return true;
  };
  return { suggestions, active: at, moved, choose, onKey, toSend: (draft: string) => withIds(draft, people, chosen.current) };
}
