import { useSyncExternalStore } from 'react';

/** A value outside of React: its users render again when it changes. */
export interface Store<T> {
  readonly now: () => T;
  readonly set: (next: T) => void;
  /** Calls `changed` at each change, until the answer is called. */
  readonly on: (changed: () => void) => () => void;
}

export function store<T>(first: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    now: () => value,
    set: (next) => {
      value = next;
      listeners.forEach((changed) => changed());
    },
    on: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

export const useStore = <T>({ on, now }: Pick<Store<T>, 'on' | 'now'>): T => useSyncExternalStore(on, now);
