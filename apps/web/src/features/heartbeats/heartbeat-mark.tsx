import type { HeartbeatShown } from '@tocsin/contracts/heartbeats/noun.js';
import { Check, CircleDashed, CircleX, Hourglass, type LucideIcon } from 'lucide-react';
import { stateWords } from './heartbeat-words.js';

const marks: Record<HeartbeatShown['state'], readonly [Icon: LucideIcon, className: string]> = {
  healthy: [Check, 'text-done'],
  overdue: [Hourglass, 'text-warn'],
  failing: [CircleX, 'text-warn'],
  inactive: [CircleDashed, 'text-faint'],
  removed: [CircleDashed, 'text-faint'],
};

/** A shape for each state. `isSaid`: its word stands beside it; else it is read aloud. */
export function HeartbeatMark({ state, isSaid = false }: { state: HeartbeatShown['state']; isSaid?: boolean }) {
  const [Icon, className] = marks[state];
  return (
    <span className="shrink-0">
      <Icon size={16} strokeWidth={1.5} aria-hidden className={className} />
      {!isSaid && <span className="sr-only">{stateWords[state]}</span>}
    </span>
  );
}
