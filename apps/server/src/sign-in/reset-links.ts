import { limits } from '@tocsin/contracts/limits.js';
import { plus } from '@tocsin/kernel/time.js';
import type { Core } from '../core/core.js';

type Parts = Pick<Core, 'vault' | 'clock' | 'config'>;

/** The secret of a reset link: made from the command id, kept nowhere, so that the mail can be written again after a crash. */
export const resetToken = ({ vault }: Pick<Core, 'vault'>, commandId: string): string =>
  vault.mac('new-reset', commandId).toString('base64url');

/** What an event holds of it. */
export const resetHashOf = ({ vault }: Pick<Core, 'vault'>, token: string): string => vault.mac('reset', token).toString('hex');

export const canMail = ({ config }: Pick<Core, 'config'>): boolean => config.smtpUrl !== null;

/** All that the command needs besides the person. */
export const newResetLink = (core: Parts, commandId: string) => ({
  linkHash: resetHashOf(core, resetToken(core, commandId)),
  expiresAt: plus(core.clock.now(), limits.passwordResetLink),
  mailed: canMail(core),
});
