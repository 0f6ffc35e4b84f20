import type { AccessFact } from '@tocsin/contracts/access.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { AccessCommand } from './commands.js';

const same = sameFor<AccessCommand>();

export const inputs: InputsOf<AccessFact, AccessCommand> = {
  PasswordResetLinkMade: same('MakePasswordResetLink'),
  InvitationMailSent: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'invitation', outcome: 'sent' } }),
  InvitationMailFailed: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'invitation', outcome: 'failed' } }),
  PasswordResetMailSent: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'reset', outcome: 'sent' } }),
  PasswordResetMailFailed: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'reset', outcome: 'failed' } }),
  PasswordChanged: same('ChangePassword'),
  TwoFactorTurnedOn: (data) => ({ type: 'TurnOnTwoFactor', data: { ...data, codeIsRight: true } }),
  TwoFactorTurnedOff: (data) => ({ type: 'TurnOffTwoFactor', data: { ...data, codeIsRight: true } }),
  RecoveryCodesMade: (data) => ({ type: 'MakeRecoveryCodes', data: { ...data, codeIsRight: true } }),
  RecoveryCodeUsed: same('UseRecoveryCode'),
  OpenIdLinked: same('LinkOpenId'),
  OpenIdUnlinked: same('UnlinkOpenId'),
};
