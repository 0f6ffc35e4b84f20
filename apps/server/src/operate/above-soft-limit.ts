import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { ArrivalsRow } from '@tocsin/contracts/integrations/noun.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';

const { signals: usual, window } = integrationLimits.ingestSoft;

/** A minute in the future was counted before the clock was set back. */
const isWithin = (minute: string, now: string): boolean => {
  const age = millisBetween(minute, now);
  return age > -duration.minute && age < window;
};

/** The integrations that sent more than usual within the window, highest number first. No signal is refused for that. */
export const findAboveSoftLimit = ({ memory, clock }: Pick<ServerParts, 'memory' | 'clock'>): HealthAnswer['ingest']['aboveSoftLimit'] => {
  const now = clock.now();
  return [...memory.rows<ArrivalsRow>('arrivals').all()]
    .map(({ id, minutes }) => ({
      integrationId: id,
      signals: minutes.reduce((sum, { minute, signals }) => (isWithin(minute, now) ? sum + signals : sum), 0),
    }))
    .filter(({ signals }) => signals > usual)
    .toSorted((a, b) => b.signals - a.signals);
};
