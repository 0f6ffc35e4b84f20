import type { AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import { capital } from '../../../data/words/capital.js';
import { stateWord } from './state-word.js';
import { StateShape, type Shape } from '../../../ui/state-shape.js';

const colours: Record<AlertGroupStatus, string> = {
  firing: 'text-alarm',
  acknowledged: 'text-held',
  snoozed: 'text-snoozed',
  suppressed: 'text-quiet',
  resolved: 'text-done',
};

const shapes: Record<AlertGroupStatus, Shape> = {
  firing: 'filledDiamond',
  acknowledged: 'halfCircle',
  snoozed: 'moon',
  suppressed: 'struckCircle',
  resolved: 'tickedDisc',
};

export const stateColour = (status: AlertGroupStatus): string => colours[status];

const labelOf = (status: AlertGroupStatus, urgency: Urgency, isAlert: boolean): string =>
  `${isAlert ? capital(status) : stateWord(status)}, ${urgency} urgency`;

interface Props {
  status: AlertGroupStatus;
  urgency: Urgency;
  size?: number;
  /** Without colour: for a part of something that shows its own state. */
  isCalm?: boolean;
  /** Somebody has what it is a part of: a diamond is blue. */
  isHeld?: boolean;
  /** Of one alert, which fires or is resolved. */
  isAlert?: boolean;
  /** Its word stands beside it. */
  isPlain?: boolean;
}

/** The state by its shape, its word and its colour. */
export function StateMark({ status, urgency, size = 16, isCalm = false, isHeld = false, isAlert = false, isPlain = false }: Props) {
  const label = labelOf(status, urgency, isAlert);
  const isLow = status === 'firing' && urgency === 'low';
  return (
    <span
      title={isPlain ? undefined : label}
      className={`shrink-0 ${isCalm ? 'text-muted' : isHeld && status === 'firing' ? 'text-held' : isLow ? 'text-low' : colours[status]}`}
    >
      {!isPlain && <span className="sr-only">{label}</span>}
      <StateShape shape={isLow ? 'hollowDiamond' : shapes[status]} size={size} />
    </span>
  );
}
