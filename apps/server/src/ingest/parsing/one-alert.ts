import { limits } from '@tocsin/contracts/limits.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/signals.js';
import { bounded } from './bound.js';
import { cutKey, noting } from './text.js';

interface AlertFields {
  readonly action: Signal['action'];
  /** Of any length. */
  readonly key: string;
  /** Null when the sender gives only the key: the alert then has no text. */
  readonly summary: string | null;
  readonly test?: boolean;
}

/** Builds the alert from a sender’s body; truncated fields are recorded in `cut`. */
export type AlertOf = (key: string, state: SignalAlert['state'], summary: string, cut: string[]) => SignalAlert;

/** The signal of a sender for which one key is one alert. */
export const signalOfOne = ({ action, key: full, summary, test = false }: AlertFields, alertOf: AlertOf): Signal => {
  const cut: string[] = [];
  const key = noting(cutKey(full, limits.dedupKeyCharacters), full, 'key', cut);
  const tells = action !== 'acknowledge' && summary !== null;
  return bounded({
    action,
    key,
    shape: 'each',
    complete: false,
    splitByName: false,
    alerts: tells ? [alertOf(key, action === 'resolve' ? 'resolved' : 'firing', summary, cut)] : [],
    cut,
    test,
  });
};
