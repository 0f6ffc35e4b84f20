import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { truncateSignal } from './truncate-fields.js';
import { cutKey, noteCut } from './text.js';

interface AlertFields {
  readonly action: Signal['action'];
  /** Of any length. */
  readonly key: string;
  /** Null when the sender gives only the key: the alert then has no text. */
  readonly summary: string | null;
  readonly test?: boolean;
}

/** Builds the alert from a sender’s body; truncated fields are recorded in `cut`. */
export type ReadAlert = (key: string, state: SignalAlert['state'], summary: string, cut: string[]) => SignalAlert;

/** The signal of a sender for which one key is one alert. */
export const toSignal = ({ action, key: full, summary, test = false }: AlertFields, alertOf: ReadAlert): Signal => {
  const cut: string[] = [];
  const key = noteCut(cutKey(full, integrationLimits.dedupKeyCharacters), full, 'key', cut);
  const hasAlert = action !== 'acknowledge' && summary !== null;
  return truncateSignal({
    action,
    key,
    shape: 'each',
    complete: false,
    splitByName: false,
    alerts: hasAlert ? [alertOf(key, action === 'resolve' ? 'resolved' : 'firing', summary, cut)] : [],
    cut,
    test,
  });
};
