import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import type { DuePlan } from '../../due-plan.js';

/** Nobody is paged, because everything that fires is muted. */
export interface Suppression {
  readonly mutes: readonly Mute[];
  readonly holderFirst: boolean;
  /** The last mute has ended: when it fires. */
  readonly settling: DuePlan | null;
}

export interface MutesPart {
  /** When the first hold of alerts ends. */
  readonly hold: DuePlan | null;
  readonly suppressed: Suppression | null;
  /** Alerts that fired muted, by fingerprint. `seen`: before somebody acknowledged or snoozed the group. */
  readonly muted: { readonly unseen: readonly string[]; readonly seen: readonly string[] };
}
