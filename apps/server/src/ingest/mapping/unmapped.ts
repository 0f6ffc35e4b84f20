import { hash } from 'node:crypto';
import type { MappedField, MappingFailure, MappingFields } from '@tocsin/contracts/mappings/noun.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
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

/** What these would have said decides what a request does: without them it can’t be taken at its own word. */
const decisive: readonly MappedField[] = ['action', 'key', 'test'];

const signalOf = (failed: MappingFailure, raw: string, sent: SignalAlert | undefined): Signal => {
  const summary = sent?.summary ?? `Mapping failed: ${whyOf(failed)}`;
  const body = raw.length <= shownCharacters ? { body: readRaw(raw) } : {};
  // the same request again is a repeat, another one is an alert of its own
  const key = `mapping-failed-${hash('sha256', raw).slice(0, 32)}`;
  const alert = { name: 'Mapping failed', severity: sent?.severityWord, details: body };
  return toSignal({ action: 'trigger', key, summary }, described(alert));
};

/** A request whose mapping fails is generic JSON as it came, where it is that and the mapping leaves it its key and action; else an alert that shows its body. */
export const readUnmapped = (plain: Reading, failed: MappingFailure, raw: string, fields: MappingFields): SignalReading => {
  const isSignal = plain.kind === 'signal';
  if (isSignal && !decisive.some((field) => field in fields)) return plain;
  return { kind: 'signal', signal: signalOf(failed, raw, isSignal ? plain.signal.alerts[0] : undefined), keyFrom: 'hash' };
};
