import type { ConnectionsShown } from '@tocsin/contracts/connections/noun.js';
import type { ReactNode } from 'react';

export type Connection = ConnectionsShown['connections'][number];

export interface FieldWords {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly initial?: string;
  readonly isSecret?: true;
  /** May stay empty. */
  readonly isOptional?: true;
  /** The same: below the others, folded. */
  readonly isMore?: true;
  /** A choice: each value with its words. */
  readonly options?: readonly (readonly [value: string, words: string])[];
}

export interface TestWords {
  readonly placeholder: string;
  readonly button: string;
  readonly incomplete: string;
  readonly isTelephone?: true;
  /** Where nothing may be sent. */
  readonly done?: string;
}

/** One step, and what is pasted in it. */
type Step = string | { readonly says: string; readonly paste: { readonly label: string; readonly text: string } };

export const keptSecret = 'Kept encrypted, and never shown again.';

/** What the screen says of a kind. */
export interface ConnectionWords {
  readonly notSetUp: string;
  /** In the order in which they are typed. */
  readonly fields: readonly FieldWords[];
  readonly test: TestWords;
  /** How an account of one’s own is made, in the provider’s own words; before there is a connection. */
  readonly steps: readonly Step[];
  /** What is copied from a connection to its provider. */
  readonly handedOver?: {
    readonly label: string;
    readonly text: (inbound: string, fields: Connection['fields']) => string;
    readonly says: string;
    /** What doesn’t work while the provider can’t call Tocsin. */
    readonly without?: string;
  };
  /** What else belongs to a connection. */
  readonly Below?: (props: { connection: Connection; again: () => void }) => ReactNode;
}
