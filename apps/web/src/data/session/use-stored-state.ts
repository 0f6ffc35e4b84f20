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
  /** Deletes the stored value after saving or discarding. The displayed value stays. */
  readonly forget: () => void;
  /** When a restored value was entered; null: it was not restored. */
  readonly foundFrom: string | null;
}

/**
 * State of a form that survives a lost session, a reload or leaving the screen. Stored in this tab only, for this person only, until `forget`. JSON
 * values only. `name`: unique to the edited thing.
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

/** A value as the form of this name stores it. */
export interface StoredDraft<T> {
  readonly name: string;
  readonly value: T;
}

/** Stores what a form then opens with. */
export const keepDraft = (personId: string, { name, value }: StoredDraft<unknown>): void => write(`${prefix}${personId}:${name}`, value);

/** What a form has stored, and would open with; null: nothing. */
export const storedDraft = (personId: string, name: string): unknown => read(`${prefix}${personId}:${name}`)?.value ?? null;

/** Removes the stored value of something deleted, and returns it; null: none. */
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
