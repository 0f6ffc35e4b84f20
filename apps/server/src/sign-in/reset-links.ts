import { limits } from '@tocsin/contracts/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { NewSecrets } from '../secrets/new-secrets.js';
import { shownSecret } from '../secrets/shown-secrets.js';
import { resetHashOf } from '../secrets/hashes.js';
import type { ServerParts } from '../core/server-parts.js';
import { hasMailServer } from '../core/mail-server.js';

type Parts = Pick<ServerParts, 'vault' | 'clock' | 'config' | 'reads'>;

/** The reset link of a command, and the command’s data except the person. The secret is in the vault, for the mail and for repeats. */
export const newResetLink = (parts: Parts, secrets: NewSecrets, commandId: string) => {
  const now = parts.clock.now();
  const token = shownSecret(secrets, { kind: 'reset', id: commandId, until: addMillis(now, limits.answersKept) });
  const expiresAt = addMillis(now, limits.passwordResetLink);
  return { token, made: { linkHash: resetHashOf(parts, token), expiresAt, mailed: hasMailServer(parts) } };
};
