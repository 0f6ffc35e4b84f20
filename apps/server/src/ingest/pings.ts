import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';
import { toSignal } from './parsing/one-alert.js';
import { toWellFormed } from './parsing/text.js';
import type { PingReading } from './reading.js';

/** A third of the limit always fits: a character takes at most three bytes. */
const mostCharacters = Math.floor(integrationLimits.detailsBytes / 3) - 1;
/** The end of an output says most. */
const endOf = (output: string): string => (output.length > mostCharacters ? toWellFormed(`…${output.slice(-mostCharacters)}`) : output);

const summaryOf = ({ job, exitStatus }: PingReading): string =>
  `${job ?? 'The job'} failed${exitStatus === null ? '' : ` with exit status ${exitStatus}`}`;

const labelsOf = ({ job }: PingReading): Record<string, string> => (job === null ? {} : { job });

/** The signal of a ping: a failure fires and a success resolves, under the name of the job. Null: neither. */
export const signalOfPing = (ping: PingReading): Signal | null => {
  if (ping.state === 'start' || ping.state === 'log') return null;
  const isOk = ping.state === 'ok';
  const signal = toSignal(
    { action: isOk ? 'resolve' : 'trigger', key: ping.job ?? 'job', summary: isOk ? null : summaryOf(ping) },
    (key, state, summary) => ({
      fingerprint: key,
      state,
      startsAt: null,
      name: ping.job ?? summary,
      summary,
      severity: 'error',
      severityWord: '',
      labels: labelsOf(ping),
      links: [],
      details: ping.output === null ? null : endOf(ping.output),
    }),
  );
  if (!isOk && ping.output !== null && ping.output.length > mostCharacters) signal.cut.push('details');
  return signal;
};
