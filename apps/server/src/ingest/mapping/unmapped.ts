import { hash } from 'node:crypto';
import type { MappingFailure } from '@tocsin/contracts/mappings/noun.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';
import { described } from '../parsing/described-alert.js';
import { toSignal } from '../parsing/one-alert.js';
import { readRaw } from '../raw-body.js';
import type { Reading, SignalReading } from '../reading.js';

/** A body is shown with the alert up to this stored length: longer ones would have to be unpacked on this thread. */
const shownCharacters = 32 * 1_024;

const words: Readonly<Record<MappingFailure['reason'], string>> = {
  expression: 'an expression failed',
  no_summary: 'it gives no summary',
  too_slow: 'it takes too long',
  too_large: 'it needs too much memory',
  not_read: 'the body can’t be read',
  paused: 'it took too long before',
  busy: 'too many requests wait',
};

const whyOf = ({ reason, field, code }: MappingFailure): string =>
  reason === 'expression' && field !== null ? `the expression of ${field}${code === null ? '' : ` (${code})`} failed` : words[reason];

const signalOf = (failed: MappingFailure, raw: string): Signal => {
  const summary = `Mapping failed: ${whyOf(failed)}`;
  const body = raw.length <= shownCharacters ? { body: readRaw(raw) } : {};
  // the same request again is a repeat, another one is an alert of its own
  const key = `mapping-failed-${hash('sha256', raw).slice(0, 32)}`;
  return toSignal({ action: 'trigger', key, summary }, described({ name: 'Mapping failed', details: body }));
};

/** A request whose mapping fails is taken as it came: as generic JSON where it is that, else as an alert that shows its body. */
export const readUnmapped = (plain: Reading, failed: MappingFailure, raw: string): SignalReading =>
  plain.kind === 'signal' ? plain : { kind: 'signal', signal: signalOf(failed, raw), keyFrom: 'hash' };
