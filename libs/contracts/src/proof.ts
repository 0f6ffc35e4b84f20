import { z } from 'zod';
import type { CommandType } from './catalogue.js';
import { organisationRoles, type OrganisationRole } from './permissions.js';

/**
 * Commands that grant access beyond a session, lock a person out, or can’t be undone: they need a recent sign-in, because a session may be stolen.
 */
export const commandsToProve = [
  'IssuePersonalToken',
  'IssueServiceToken',
  'MakeCalendarFeed',
  'ErasePerson',
  'AskEmailChange',
  'MakePasswordResetLink',
  'TurnOnTwoFactor',
  'TurnOffTwoFactor',
  'MakeRecoveryCodes',
  'ConfigureSignIn',
  'ConfirmIdentityProvider',
  'MakeAuditor',
  'ChangePublicAddress',
  'ConfigureMailServer',
  'RemoveMailServer',
  'AddConnection',
  'ChangeConnection',
  'RemoveConnection',
  'CreateEventSubscription',
  'ChangeEventSubscription',
  'RotateEventSubscriptionSecret',
  'GiveStandingApproval',
] as const satisfies readonly CommandType[];

/** Commands that need proof only if they raise a person’s rights, by `raises`. */
export const commandsThatRaise = ['InvitePerson', 'ChangePersonRole', 'EnablePerson'] as const satisfies readonly CommandType[];

const toProve: ReadonlySet<string> = new Set<string>([...commandsToProve, ...commandsThatRaise]);
/** Whether a command of this type can need a fresh proof of identity. */
export const canAcceptProof = (type: string): boolean => toProve.has(type);

const rank = (role: unknown): number => (organisationRoles as readonly unknown[]).toReversed().indexOf(role);
const isHigh = (role: unknown): boolean => role === 'owner' || role === 'admin';

/** The part of a command’s body that is checked before it is parsed. */
export interface BodyWithRole {
  readonly role?: unknown;
}

/**
 * Whether this command needs a fresh proof of identity. `role`: the current role of the person it concerns; undefined when
 * there is no such person.
 */
export const isProofNeeded = (type: string, body: BodyWithRole, role: OrganisationRole | undefined): boolean => {
  if (type === 'InvitePerson') return isHigh(body.role);
  if (type === 'ChangePersonRole') return rank(body.role) > rank(role);
  return type === 'EnablePerson' ? isHigh(role) : canAcceptProof(type);
};

/** `POST /api/session/proof`: the password; who has none, a code of their app. */
export const proofRequest = z.union([
  z.strictObject({ password: z.string().min(1).max(200) }),
  z.strictObject({ code: z.string().trim().min(6).max(20) }),
]);
