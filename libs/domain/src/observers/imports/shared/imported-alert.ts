import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import type { Severity } from '@tocsin/contracts/severities.js';

/** One alert of an imported history. */
export interface ImportedAlert {
  readonly row: number;
  /** Identifies rows to merge; empty: none. */
  readonly id: string;
  readonly title: string;
  readonly openedAt: string;
  readonly acknowledgedAt: string | null;
  readonly resolvedAt: string | null;
  readonly service: string;
  /** Null: no name. */
  readonly person: string | null;
  readonly severity: Severity;
  readonly severityWord: string;
  /** What its sender said, where that is known; else title and severity are all. */
  readonly said?: readonly SignalAlert[];
  readonly kind?: IntegrationKind;
  /** Whom the other system rang, where it tells. */
  readonly pages?: readonly ImportedRing[];
}

export interface ImportedRing {
  readonly at: string;
  readonly personId: string;
  readonly by: ContactKind;
}
