import type { AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import { capital } from '../../../data/words/capital.js';

const colours: Record<AlertGroupStatus, string> = {
  firing: 'text-alarm',
  acknowledged: 'text-held',
  snoozed: 'text-held',
  suppressed: 'text-muted',
  resolved: 'text-done',
};

const ring = 'M12.5 7a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Z';
const lines: Partial<Record<AlertGroupStatus, string>> = {
  acknowledged: ring,
  snoozed: `${ring}M7 3.8V7l2.2 1.6`,
  suppressed: `${ring}M3.1 3.1l7.8 7.8`,
  resolved: 'm2.5 7.5 3 3 6-7',
};

export const stateWord = (status: AlertGroupStatus): string => capital(status);
export const stateColour = (status: AlertGroupStatus): string => colours[status];

interface Props {
  status: AlertGroupStatus;
  urgency: Urgency;
  size?: number;
  /** Without colour: for a part of something that shows its own state. */
  isCalm?: boolean;
  /** Its word stands beside it. */
  isPlain?: boolean;
}

/** The state by its shape: a full diamond fires (hollow: low urgency), a half-full circle is acknowledged, a clock is snoozed, a crossed circle is suppressed, a tick is resolved. */
export function StateMark({ status, urgency, size = 14, isCalm = false, isPlain = false }: Props) {
  const label = `${capital(status)}, ${urgency} urgency`;
  return (
    <span title={isPlain ? undefined : label} className={`shrink-0 ${isCalm ? 'text-muted' : colours[status]}`}>
      {!isPlain && <span className="sr-only">{label}</span>}
      <svg aria-hidden width={size} height={size} viewBox="0 0 14 14" className="block">
        {status === 'firing' && (
          <path
            d="M7 .9 13.1 7 7 13.1.9 7Z"
            fill={urgency === 'high' ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
        )}
        {status === 'acknowledged' && <path d="M7 1.5a5.5 5.5 0 0 1 0 11Z" fill="currentColor" />}
        {lines[status] && (
          <path d={lines[status]} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
        )}
      </svg>
    </span>
  );
}
