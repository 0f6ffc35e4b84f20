import type { CommandData, FactOf } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { Personal } from '@tocsin/contracts/ids.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { peopleCommands } from '@tocsin/contracts/people/commands.js';
import type { CodeChecked } from '../../rules/code-check.js';

/** The server adds the hash of the secret in the invitation link, and when it expires. */
export interface InvitePersonInternal {
  readonly type: 'InvitePerson';
  readonly data: CommandData<'InvitePerson'> & { readonly invitationHash: string; readonly expiresAt: string };
}

type TeamInvitations = NonNullable<FactOf<'PersonInvited'>['teams']>;

/** Invites a list of people: all of them, or none. */
export interface InvitePeople {
  readonly type: 'InvitePeople';
  readonly data: { readonly people: readonly (InvitePersonInternal['data'] & { readonly teams?: TeamInvitations | undefined })[] };
}

/** Sent when a person opens their invitation and chooses a password. */
export interface JoinPerson {
  readonly type: 'JoinPerson';
  readonly data: {
    readonly personId: string;
    readonly passwordRef: string;
    readonly name?: string;
    readonly timeZone?: string;
    /** The link was the one that was mailed. */
    readonly addressProved?: true | undefined;
  };
}

/** Follows from set-up. */
export interface JoinFirstOwner {
  readonly type: 'JoinFirstOwner';
  readonly data: {
    readonly personId: string;
    readonly name: Personal<string>;
    readonly email: Personal<string>;
    readonly timeZone: string;
    readonly passwordRef: string;
  };
}

/** The server compares the code, which is a keyed hash, and passes the result. */
export interface ConfirmEmailChangeInternal {
  readonly type: 'ConfirmEmailChange';
  readonly data: Omit<CommandData<'ConfirmEmailChange'>, 'code'> & CodeChecked;
}

/** The result of mailing the code for a new address. */
export interface RecordEmailChangeMail {
  readonly type: 'RecordEmailChangeMail';
  readonly data: { readonly personId: string; readonly expiresAt: string } & (
    { readonly outcome: 'sent' } | { readonly outcome: 'failed'; readonly reason: DeliveryReason; readonly detail: string }
  );
}

export type PeopleCommand =
  | Exclude<Messages<typeof peopleCommands>, { type: 'InvitePerson' | 'ConfirmEmailChange' }>
  | InvitePersonInternal
  | InvitePeople
  | JoinPerson
  | JoinFirstOwner
  | ConfirmEmailChangeInternal
  | RecordEmailChangeMail;
