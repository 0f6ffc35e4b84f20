import type { z } from 'zod';
import type { Fields } from './kinds/fields.js';
import * as made from './kinds/kinds.gen.js';

interface ConnectionTraits {
  readonly word: string;
  readonly fields: z.ZodObject;
  /** Kept in the vault. */
  readonly secrets: z.ZodObject;
  /** Which secrets a connection with these fields has; absent: all. */
  readonly needs?: (fields: Fields) => readonly string[];
  /** A stored secret is sent only where it was entered for. */
  readonly boundTo: readonly string[];
  /** Typed by an admin, it may be in a private network. */
  readonly mayBePrivate?: true;
  /**
   * Where its provider calls; with a secret named, only connections that have it, each at an address of its own. `isProvenByPath`: it signs nothing, so
   * its address has a secret.
   */
  readonly inbound?: { readonly path: 'sms' | 'slack' | 'gateway'; readonly secret?: string; readonly isProvenByPath?: true };
  /** Where the message of a test goes. */
  readonly testTo: z.ZodType;
  /** How an account of a person is typed, where each person has one. */
  readonly account?: z.ZodType;
}

/** Kinds of external accounts, a file for each. */
export const connectionKinds = made;

export type ConnectionKind = keyof typeof connectionKinds;
export const connectionKindNames = Object.keys(connectionKinds) as [ConnectionKind, ...ConnectionKind[]];

const traits: Readonly<Record<ConnectionKind, ConnectionTraits>> = connectionKinds;

export const neededSecrets = (kind: ConnectionKind, fields: Fields): readonly string[] => {
  const { secrets, needs } = traits[kind];
  return needs?.(fields) ?? Object.keys(secrets.shape);
};

export const mayBePrivate = (kind: ConnectionKind): boolean => traits[kind].mayBePrivate ?? false;

export const inboundOf = (kind: ConnectionKind, fields: Fields): ConnectionTraits['inbound'] => {
  const { inbound } = traits[kind];
  return inbound?.secret === undefined || neededSecrets(kind, fields).includes(inbound.secret) ? inbound : undefined;
};

/** How an account of a person is typed; absent: the kind has none. */
export const accountSchema = (kind: ConnectionKind): z.ZodType | undefined => traits[kind].account;
