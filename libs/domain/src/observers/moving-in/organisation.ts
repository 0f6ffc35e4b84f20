import type { Override, Restriction, TemporarySchedule, TurnLength } from '../../setup/schedules/shared/drawn-up.js';
import type { ForeignPhone } from './phones.js';
import type { ForeignSettings } from './settings.js';
import type { Duty, Span, Stretch } from './stretches.js';

/** A layer of Tocsin’s, of people by the other system’s ids. */
export interface LayerDraft {
  readonly name: string;
  readonly priority: number;
  readonly timeZone: string;
  readonly slots: readonly (readonly string[])[];
  readonly length: TurnLength;
  /** The last handoff before the rescue; its slot is the first. */
  readonly anchor: number;
  readonly countsCoveredTimeOnly: boolean;
  readonly restrictions: readonly Restriction[];
  /** Not before it. */
  readonly from: number | null;
}

/** What is otherwise here than there, by the name of its rule. `when`: only in these times. */
export interface Note {
  readonly rule: string;
  readonly about: string;
  readonly when?: readonly Span[];
}

/** A schedule of another system: what it says there, and what becomes of it here. */
export interface ForeignSchedule {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly teamId: string | null;
  /** Who is on call there, by that system’s own rules. */
  readonly there: (span: Span) => readonly Stretch[];
  /** As the system itself renders it, where it was rescued. */
  readonly rendered: readonly { readonly span: Span; readonly duties: readonly Duty[] }[];
  readonly layers: readonly LayerDraft[];
  readonly overrides: readonly Override[];
  readonly temporary: readonly TemporarySchedule[];
  readonly notes: readonly Note[];
  /** What it says there is not known: it is in no file. */
  readonly isUnreadable?: true;
}

export interface ForeignPerson {
  readonly id: string;
  /** Null: the system does not tell it. */
  readonly email: string | null;
  readonly name: string;
  /** Can’t be on call here as they are there: what only watches, or may not be notified. */
  readonly isObserver: boolean;
  /** What is above a member is granted by a person. */
  readonly isAdmin?: boolean;
  /** Gets nothing there. */
  readonly isBlocked?: boolean;
  readonly phones?: readonly ForeignPhone[];
}

export interface ForeignTeam {
  readonly id: string;
  readonly name: string;
  readonly members: readonly { readonly personId: string; readonly isManager: boolean }[];
}

export interface ForeignOrganisation extends ForeignSettings {
  readonly people: readonly ForeignPerson[];
  readonly teams: readonly ForeignTeam[];
  readonly schedules: readonly ForeignSchedule[];
}
