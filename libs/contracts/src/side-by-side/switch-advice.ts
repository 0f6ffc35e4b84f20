import type { OldSystemShown } from './noun.js';
import * as sideBySideLimits from './limits.js';

/** What is still missing before a service should be switched, by name. */
export type NotYet = 'not_read' | 'not_relayed' | 'unexplained' | 'too_short' | 'few_messages';

interface Compared {
  readonly now: number;
  readonly rehearsingSince: string;
  /** The system that it moved in from, if that is read. */
  readonly oldSystem: Pick<OldSystemShown, 'since' | 'readUpTo' | 'failing'> | undefined;
  readonly isRelayed: boolean;
  /** When the newest alert with an unexplained difference opened. */
  readonly lastUnexplainedAt: string | null;
  /** Messages there, in what was compared. */
  readonly messages: number;
}

/** Empty: it can be switched. Nothing is said to be equal that was not read. */
export const switchAdviceOf = (of: Compared): readonly NotYet[] => {
  const { now, oldSystem, lastUnexplainedAt, rehearsingSince, messages } = of;
  const isOlder = (at: string, than: number): boolean => now - Date.parse(at) >= than;
  // read under a clock that stood ahead: not read
  const isRead =
    oldSystem !== undefined &&
    oldSystem.failing === null &&
    !isOlder(oldSystem.readUpTo, sideBySideLimits.fresh) &&
    isOlder(oldSystem.readUpTo, 0);
  const { quietFor, messages: enough } = sideBySideLimits.ready;
  const since = oldSystem && oldSystem.since > rehearsingSince ? oldSystem.since : rehearsingSince;
  const missing: readonly (readonly [NotYet, boolean])[] = [
    ['not_read', !isRead],
    ['not_relayed', !of.isRelayed],
    ['unexplained', lastUnexplainedAt !== null && !isOlder(lastUnexplainedAt, quietFor)],
    ['too_short', !isOlder(since, quietFor)],
    ['few_messages', messages < enough],
  ];
  return missing.flatMap(([name, is]) => (is ? [name] : []));
};
