import { parseInstant } from '@tocsin/contracts/instant.js';
import type { ForeignAct } from '@tocsin/contracts/imported-history/events.js';
import type { ForeignAnswer } from '../answers.js';

/** Somebody as the other system names them: by an account’s id, an address or a name; null: nobody is named. */
export type Named = string | null;

interface Thing {
  readonly id: string;
  readonly name: string;
}

interface Original {
  /** The id there; unique among originals of its kind. */
  readonly id: string;
  readonly at: string | null;
  readonly original: unknown;
}

export interface ForeignSignal extends Original {
  readonly kind: 'signal';
  readonly title: string;
  readonly body: string;
  readonly service: Thing | null;
  readonly integration: Thing | null;
  readonly urgency: 'high' | 'low';
  readonly priority: string;
  readonly isRaw: boolean;
  readonly acknowledgedAt: string | null;
  readonly acknowledgedBy: Named;
  readonly resolvedAt: string | null;
  /** From a list: it counts only where the alert itself could not be read. */
  readonly isListed: boolean;
}

export interface ForeignActed extends Original {
  readonly kind: 'act';
  readonly alertId: string;
  readonly act: ForeignAct;
  readonly by: Named;
  readonly sentence: string;
}

export interface ForeignPaged extends Original {
  readonly kind: 'page';
  readonly alertId: string | null;
  readonly to: Named;
  readonly method: string;
  readonly outcome: string | null;
}

export interface ForeignDuty extends Original {
  readonly kind: 'duty';
  readonly schedule: Thing;
  readonly who: Named;
  readonly until: string;
}

export type ForeignFact = ForeignSignal | ForeignActed | ForeignPaged | ForeignDuty;

/** The facts of one answer of a kind of history. */
export type ReadHistory = (answer: ForeignAnswer) => readonly ForeignFact[];

/** What is read of a rescue, by its kinds of history, in this order. */
export type HistoryReader = Readonly<Record<string, ReadHistory>>;

export const instantOf = (value: unknown): string | null => (typeof value === 'string' ? parseInstant(value) : null);

/** Two originals of the same instant get different ids, the same ones in each reading. */
export function numbered(): (id: string) => string {
  const seen = new Map<string, number>();
  return (id) => {
    const count = seen.get(id) ?? 0;
    seen.set(id, count + 1);
    return count === 0 ? id : `${id}#${count}`;
  };
}
