import { z } from 'zod';
import type { CommandType } from './catalogue.js';

/** What opens an account for longer than a session lasts, or locks its person out: a session alone, which may be stolen, does none of it. */
export const commandsToProve = [
  'IssuePersonalToken',
  'IssueServiceToken',
  'MakePasswordResetLink',
  'TurnOnTwoFactor',
  'TurnOffTwoFactor',
  'MakeRecoveryCodes',
  'ConfigureSignIn',
] as const satisfies readonly CommandType[];

const toProve: ReadonlySet<string> = new Set(commandsToProve);
export const takesProof = (type: string): boolean => toProve.has(type);

/** `POST /api/session/proof`: the password; who has none, a code of their app. */
export const proofRequest = z.union([
  z.strictObject({ password: z.string().min(1).max(200) }),
  z.strictObject({ code: z.string().trim().min(6).max(20) }),
]);
