import { useRef, useState } from 'react';
import { serverNow } from '../time/clock.js';
import { useMe } from './session.js';

const prefix = 'tocsin:unsaved:';

interface StoredValue {
  readonly value: unknown;
  readonly at: string;
}

export interface StoredState<T> {
  readonly value: T;
  /** The current value, for code that awaited something while the user may have typed on. */
  readonly now: () => T;
  readonly set: (value: T) => void;
  /** Saved or discarded: nothing is stored any more. The value on the screen stays. */
  readonly forget: () => void;
  /** When what is shown was typed, if it was found again rather than begun now; an instant. */
  readonly foundFrom: string | null;
}

/**
 * State of a form that outlives its screen: a lost session, a reload, a step aside. Kept in this tab alone, for this person alone,
 * until `forget`. JSON values only. `name`: unique to what is edited.
 */
export function useStoredState<T>(name: string, initial: () => T): StoredState<T> {
  const { personId } = useMe();
  const key = `${prefix}${personId}:${name}`;
  const [stored, setFound] = useState(() => read(key));
  const [value, setValue] = useState<T>(() => (stored ? (stored.value as T) : initial()));
  const latest = useRef(value);
  return {
    value,
    now: () => latest.current,
    set: (next) => {
      latest.current = next;
      setValue(next);
      write(key, next);
    },
    forget: () => {
      setFound(null);
      sessionStorage.removeItem(key);
    },
    foundFrom: stored?.at ?? null,
  };
}

/** Removes what is stored of something that is gone, and returns it; null: nothing was. */
export function forgetStored(personId: string, name: string): unknown {
  const key = `${prefix}${personId}:${name}`;
  const stored = read(key);
  sessionStorage.removeItem(key);
  return stored?.value ?? null;
}

/** At sign-out: the next person at this tab finds nothing. */
export function forgetStoredState(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

function read(key: string): StoredValue | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredValue | null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ value, at: new Date(serverNow()).toISOString() }));
  } catch {
    // no room, or none allowed: it is on the screen still
  }
}
