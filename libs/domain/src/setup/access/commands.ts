import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { CodeChecked } from '../../rules/code-check.js';

/**
 * The server adds the hash of the link’s secret and when it expires. Sent by an admin, or by Tocsin itself for a person
 * who asked on the sign-in page.
 */
export interface MakePasswordResetLink {
  readonly type: 'MakePasswordResetLink';
  readonly data: FactOf<'PasswordResetLinkMade'>;
}

/** The result of mailing an invitation or a reset link. */
export interface RecordLinkMail {
  readonly type: 'RecordLinkMail';
  readonly data: FactOf<'InvitationMailSent'> & { readonly of: 'invitation' | 'reset' } & (
      { readonly outcome: 'sent' } | ({ readonly outcome: 'failed' } & Pick<FactOf<'InvitationMailFailed'>, 'reason' | 'detail'>)
    );
}

/**
 * The new password is in the vault. `linkHash`: of the reset link that was used, which then becomes invalid; null:
 * without a link.
 */
export interface ChangePassword {
  readonly type: 'ChangePassword';
  readonly data: { readonly personId: string; readonly passwordRef: string; readonly linkHash: string | null };
}

/** The server compares the code and passes the result. */
export interface TurnOnTwoFactor {
  readonly type: 'TurnOnTwoFactor';
  readonly data: FactOf<'TwoFactorTurnedOn'> & CodeChecked;
}
export interface TurnOffTwoFactor {
  readonly type: 'TurnOffTwoFactor';
  readonly data: { readonly personId: string } & CodeChecked;
}
export interface MakeRecoveryCodes {
  readonly type: 'MakeRecoveryCodes';
  readonly data: FactOf<'RecoveryCodesMade'> & CodeChecked;
}
export interface UseRecoveryCode {
  readonly type: 'UseRecoveryCode';
  readonly data: FactOf<'RecoveryCodeUsed'>;
}

export interface LinkOpenId {
  readonly type: 'LinkOpenId';
  readonly data: FactOf<'OpenIdLinked'>;
}
export interface UnlinkOpenId {
  readonly type: 'UnlinkOpenId';
  readonly data: { readonly personId: string };
}

export type AccessCommand =
  | MakePasswordResetLink
  | RecordLinkMail
  | ChangePassword
  | TurnOnTwoFactor
  | TurnOffTwoFactor
  | MakeRecoveryCodes
  | UseRecoveryCode
  | LinkOpenId
  | UnlinkOpenId;
