import { limits } from '@tocsin/contracts/limits.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/signals.js';
import { bounded } from './bound.js';
import { cutKey, noting } from './text.js';

interface AlertFields {
  readonly action: Signal['action'];
  /** Of any length. */
  readonly key: string;
  /** Null where the sender says no more than the key: then nothing is told of the alert. */
  readonly summary: string | null;
  readonly test?: boolean;
}

/** What a sender tells of its one alert; what was too long is noted in `cut`. */
export type AlertOf = (key: string, state: SignalAlert['state'], summary: string, cut: string[]) => SignalAlert;

/** A signal of a sender for whom one key is one alert. */
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
