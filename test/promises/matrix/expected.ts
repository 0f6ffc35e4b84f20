import type { PermissionRow } from '@tocsin/contracts/permissions.js';
import type { Scope } from '@tocsin/contracts/tokens/scopes.js';
import type { Entrance } from '@tocsin/contracts/routes/route.js';

/** The permission table; tests may pass another one of the same shape. */
export type Table = Readonly<Record<string, PermissionRow>>;

/** A caller, with the properties that the table uses. */
export type Caller =
  | { readonly kind: 'stranger'; readonly refusedAs: 'session.required' | 'token.invalid' }
  | {
      readonly kind: 'person';
      readonly role: 'owner' | 'admin' | 'member' | 'observer';
      readonly isAuditor: boolean;
      /** In the team that samples call ours; they are in no other. */
      readonly inOurs: 'manager' | 'responder' | null;
      /** Was paged for both alert groups. */
      readonly isPaged: boolean;
      readonly scopes: readonly Scope[] | null;
    }
  | { readonly kind: 'service'; readonly scopes: readonly Scope[]; readonly team: 'ours' | null };

/** Subject of a request. `own`: the caller, or something that belongs to them. */
export interface SampleScope {
  readonly team: 'ours' | 'theirs' | null;
  readonly isOwn: boolean;
}

/** Let in, or refused by this code. */
export type ExpectedOutcome =
  'in' | 'session.required' | 'token.invalid' | 'token.not_for_this' | 'token.scope_missing' | 'permission.denied';

/**
 * Expected result of the table for this caller and subject. Written from the table’s text alone, deliberately without the guard’s code: an error in
 * either makes the two differ.
 */
export const expectedOutcome = (table: Table, entrance: Entrance, caller: Caller, sampleScope: SampleScope): ExpectedOutcome => {
  const row = table[entrance];
  if (caller.kind === 'stranger') return row || entrance === 'session' ? caller.refusedAs : 'in';
  const scopes = caller.scopes;
  if (!row) return entrance === 'session' && scopes !== null ? 'token.not_for_this' : 'in';
  if (scopes !== null && row.token === 'no') return 'token.not_for_this';
  if (scopes !== null && !scopes.some((scope) => scope === row.token)) return 'token.scope_missing';
  return isLet(row, caller, sampleScope) ? 'in' : 'permission.denied';
};

const isLet = (row: PermissionRow, caller: Exclude<Caller, { kind: 'stranger' }>, sampleScope: SampleScope): boolean => {
  // a service token has no self, so acts on oneself are not permitted
  if (caller.kind === 'service' && row.owner === 'own') return false;
  if (caller.kind === 'service') return row.observer === 'all' || caller.team === null || caller.team === sampleScope.team;
  return isInRole(row, caller, sampleScope) || (caller.isAuditor && row.auditor === 'all') || isInTeam(row, caller, sampleScope);
};

type Person = Exclude<Caller, { kind: 'stranger' | 'service' }>;

const isInRole = (row: PermissionRow, caller: Person, sampleScope: SampleScope): boolean => {
  const inRole = row[caller.role];
  return inRole === 'all' || (inRole === 'own' && sampleScope.isOwn) || (inRole === 'paged' && caller.isPaged);
};

const isInTeam = (row: PermissionRow, caller: Person, sampleScope: SampleScope): boolean => {
  const inTeam = caller.inOurs === null ? 'no' : row[caller.inOurs];
  return inTeam === 'all' || (inTeam === 'own' && (sampleScope.team === 'ours' || sampleScope.isOwn));
};
