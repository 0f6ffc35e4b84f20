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

/** A shape for each state; its word stands beside it, or is read aloud. */
export function HeartbeatMark({ state }: { state: HeartbeatShown['state'] }) {
  const [Icon, className] = marks[state];
  return <Icon size={16} strokeWidth={1.5} role="img" aria-label={stateWords[state]} className={`shrink-0 ${className}`} />;
}
