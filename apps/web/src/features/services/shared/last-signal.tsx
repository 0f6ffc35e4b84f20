import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { ArrivalsRow } from '@tocsin/contracts/integrations/noun.js';
import { useClock } from '../../../data/time/clock.js';
import { useRow } from '../../../data/cache/use-view.js';
import { age, span, wholeTime } from '../../../data/time/times.js';

/** Signals within the window of the soft limit. */
export const recentCount = (minutes: ArrivalsRow['minutes'], now: number): number =>
  minutes.reduce((sum, { minute, signals }) => (Date.parse(minute) > now - integrationLimits.ingestSoft.window ? sum + signals : sum), 0);

/** When an integration last sent, updated live before the signal is routed, with a warning above the usual rate. */
export function LastSignal({ integrationId, waiting }: { integrationId: string; waiting: string }) {
  const { data } = useRow('arrivals', integrationId);
  const row = data?.row;
  const since = useClock((now) => (row ? age(now - Date.parse(row.lastAt)) : ''));
  const many = useClock((now) => (row ? recentCount(row.minutes, now) : 0));
  if (!data) return null;
  if (!row) return <span className="text-muted">{waiting}</span>;
  return (
    <span className="tabular-nums">
      <time dateTime={row.lastAt} title={wholeTime(row.lastAt)} className="text-done">
        ✓ Accepted {since === 'now' ? 'just now' : `${since} ago`}
      </time>
      {many > integrationLimits.ingestSoft.signals && (
        <span className="text-warn">
          {' '}
          · above its usual limit: {many.toLocaleString('en-GB')} in {span(integrationLimits.ingestSoft.window)}; all are kept
        </span>
      )}
    </span>
  );
}
