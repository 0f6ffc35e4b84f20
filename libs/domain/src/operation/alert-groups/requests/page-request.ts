import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { GroupReads } from '../shared/reads.js';

/** An alert group that no signal opens, before routing gives it a number. */
export type PageRequest = Omit<FactOf<'PageRequested'>, 'number' | 'nextNumber'>;
export type PageRequestDecision = PageRequest | Refusal | Nothing;

/** `requested`: ids of the groups that were requested last. They may not be open yet. */
export type DecideRequest<D> = (data: D, requested: readonly string[], context: Context<GroupReads>) => PageRequestDecision;

/** Added by the server: whether an alert group with this id exists, and whether it was opened by this very command. */
export interface GroupIdCheck {
  readonly isTaken?: boolean;
  readonly again?: { readonly groupId: string; readonly number: number };
}

/** A second alert group with the same id would page no one. */
export const isIdTaken = (
  { groupId, isTaken: found }: { readonly groupId?: string | undefined } & GroupIdCheck,
  requested: readonly string[],
): boolean => found === true || (groupId !== undefined && requested.includes(groupId));

export const refuseTakenId = ({ again }: GroupIdCheck): Refusal | Nothing =>
  again ? new Nothing({ ...again }) : new Refusal('alert_group.id_taken', {}, 'groupId');
