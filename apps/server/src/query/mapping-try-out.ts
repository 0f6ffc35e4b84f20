import * as mappingLimits from '@tocsin/contracts/mappings/limits.js';
import type { MappingFields } from '@tocsin/contracts/mappings/noun.js';
import type { MappedSignal, MappingTryOut } from '@tocsin/contracts/mappings/try-out.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import type { MappingThread } from '../ingest/mapping/mapping-thread.js';

/** A request that was sent, and what it became. */
export interface CapturedRequest {
  readonly ordinal: number | null;
  readonly receivedAt: string | null;
  readonly signal: Signal | null;
  readonly raw: string;
}

type Tried = MappingTryOut['requests'][number];

const shown = ({ action, key, test, alerts: [alert] }: Signal): MappedSignal => {
  if (!alert) return { action, key, test, alert: null };
  const { name, summary, severity, startsAt, labels, links, details } = alert;
  return { action, key, test, alert: { name, summary, severity, startsAt, labels, links, details } };
};

const wordsOf = ({ action, key, alert }: MappedSignal): string => JSON.stringify([action, key, alert?.summary, alert?.severity]);

const isChanged = ({ signal, before }: Tried): boolean => signal !== null && before !== null && wordsOf(signal) !== wordsOf(before);

const rankOf = (one: Tried): number => (one.failed ? 0 : isChanged(one) ? 1 : 2);

/** What captured requests would become. One that takes too long is the last one: the others would, too. */
export const tryMapping = async (
  thread: Pick<MappingThread, 'map'>,
  person: string,
  fields: MappingFields,
  requests: readonly CapturedRequest[],
): Promise<Omit<MappingTryOut, 'upTo'>> => {
  const until = systemMonotonicClock.now() + mappingLimits.tryOut.time;
  const owner = `${person} ${JSON.stringify(fields)}`;
  const tried: Tried[] = [];
  for (const { ordinal, receivedAt, signal: before, raw } of requests) {
    if (systemMonotonicClock.now() > until) break;
    const result = await thread.map(owner, { fields, raw });
    const outcome =
      'reading' in result
        ? { signal: shown(result.reading.signal), failed: null, says: null }
        : { signal: null, failed: result.failed, says: result.says };
    tried.push({ ...outcome, ordinal, receivedAt, before: before && shown(before) });
    if (outcome.failed?.reason === 'too_slow' || outcome.failed?.reason === 'paused') break;
  }
  return {
    requests: tried.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, mappingLimits.tryOut.shown),
    tried: tried.length,
    untried: requests.length - tried.length,
    failed: tried.filter(({ failed }) => failed !== null).length,
    changed: tried.filter(isChanged).length,
  };
};
