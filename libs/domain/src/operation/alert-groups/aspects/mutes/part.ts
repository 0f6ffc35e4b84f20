import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import type { DuePlan } from '../../due-plan.js';

/** The step that was planned when the group became suppressed, with what was left of its delay, in milliseconds. */
export interface InterruptedStep {
  readonly round: number;
  readonly step: FactOf<'EscalationStepPlanned'>['step'];
  readonly left: number;
}

/** Nobody is paged, because everything that fires is muted. */
export interface Suppression {
  readonly mutes: readonly Mute[];
  readonly settlesAt: string | null;
  readonly holderFirst: boolean;
  readonly isOlder: boolean;
  readonly firedBefore: boolean;
  /** Null: none was planned. */
  readonly interrupted: InterruptedStep | null;
  /** The urgency of what counted before; null: it opened suppressed. */
  readonly counted: Urgency | null;
  /** What muted it last, once that has ended. */
  readonly lastKind: Mute['kind'] | null;
}

/** Alerts whose last mute has ended: they count as muted until then. */
export interface Settling extends DuePlan {
  readonly fingerprints: readonly string[];
}

/** Alerts by their fingerprints. */
export interface MutesPart {
  /** When the first hold of alerts ends. */
  readonly hold: DuePlan | null;
  readonly suppressed: Suppression | null;
  /** Those that fire and are muted, or settle. */
  readonly muted: readonly string[];
  /** Those that have low urgency because of a maintenance window. */
  readonly lowered: readonly string[];
  /** In the order in which they are due. */
  readonly settling: readonly Settling[];
  /** Those that fired when somebody last acknowledged or snoozed the group: they are not new to it. */
  readonly seen: readonly string[];
}
