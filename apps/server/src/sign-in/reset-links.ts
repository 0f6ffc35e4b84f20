import { limits } from '@tocsin/contracts/limits.js';
import * as accessLimits from '@tocsin/contracts/access/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { NewSecrets } from '../secrets/new-secrets.js';
import { storeShownSecret } from '../secrets/shown-secrets.js';
import { resetHashOf } from '../secrets/hashes.js';
import type { ServerParts } from '../core/server-parts.js';
import { hasMailServer } from '../core/mail-server.js';

type ResetLinkDependencies = Pick<ServerParts, 'vault' | 'clock' | 'config' | 'reads'>;

/** The reset link of a command, and the command’s data except the person. The secret is in the vault, for the mail and for repeats. */
export const createResetLink = (dependencies: ResetLinkDependencies, secrets: NewSecrets, commandId: string) => {
  const now = dependencies.clock.now();
  const token = storeShownSecret(secrets, { kind: 'reset', id: commandId, until: addMillis(now, limits.answersKept) });
  const expiresAt = addMillis(now, accessLimits.passwordResetLink);
  return { token, made: { linkHash: resetHashOf(dependencies, token), expiresAt, mailed: hasMailServer(dependencies) } };
};
