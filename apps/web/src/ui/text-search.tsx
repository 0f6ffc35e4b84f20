import { useEffect, useEffectEvent, useState, type Ref } from 'react';
import { SearchIcon } from './first-icons.js';
import { Key } from './key.js';

interface Props {
  label: string;
  placeholder: string;
  /** The search text in the address. */
  q: string;
  onText: (q: string) => void;
  input: Ref<HTMLInputElement>;
  /** Takes the rest of its line. */
  isWide?: boolean;
}

const typingPause = 180;

/** The address follows a moment after the typing. */
export function TextSearch({ label, placeholder, q, onText, input, isWide = false }: Props) {
  const [text, setText] = useState(q);
  const [typed, setTyped] = useState(q);
  /** Submitted texts that are not in the address yet: it changes while the user keeps typing. */
  const [underWay, setUnderWay] = useState<readonly string[]>([]);
  if (q !== typed) {
    setTyped(q);
    setUnderWay(underWay.slice(underWay.indexOf(q) + 1));
    if (!underWay.includes(q)) {
      setUnderWay([]);
      setText(q);
    }
  }
  const tell = useEffectEvent((wanted: string) => {
    if (wanted === (underWay.at(-1) ?? q)) return;
    setUnderWay([...underWay, wanted]);
    onText(wanted);
  });
  useEffect(() => {
    const timer = setTimeout(() => tell(text.trim()), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className={`relative max-sm:basis-full sm:min-w-44 sm:flex-1 ${isWide ? '' : 'sm:max-w-64'}`}>
      <SearchIcon className="pointer-events-none absolute top-2 left-2 text-muted max-sm:top-3.5" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        className="h-8 w-full rounded-md border border-line bg-panel pr-2 pl-8 max-sm:h-11 max-sm:text-base sm:pr-6"
      />
      {!text && (
        <span className="pointer-events-none absolute top-1.5 right-2 text-faint max-sm:hidden">
          <Key>/</Key>
        </span>
      )}
    </span>
  );
}
