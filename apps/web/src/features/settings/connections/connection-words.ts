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

/** What the screen says of a kind. */
export interface ConnectionWords {
  readonly notSetUp: string;
  /** In the order in which they are typed. */
  readonly fields: readonly FieldWords[];
  readonly test: {
    readonly placeholder: string;
    readonly button: string;
    readonly incomplete: string;
    readonly isTelephone?: true;
    /** Where nothing may be sent. */
    readonly done?: string;
  };
  /** How an account of one’s own is made; before there is a connection. */
  readonly Steps?: () => ReactNode;
  /** What else belongs to a connection. */
  readonly Below?: (props: { connection: Connection; again: () => void }) => ReactNode;
}
