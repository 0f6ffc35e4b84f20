import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { Personal } from '@tocsin/contracts/ids.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { commands as tokenCommands } from '@tocsin/contracts/tokens/noun.js';

/** Added by the server when a token is issued: its hash, and when it expires. */
interface IssuedToken {
  readonly tokenHash: string;
  readonly expiresAt: string;
}
type IssueCommandType = 'IssuePersonalToken' | 'IssueServiceToken';
type Internal<T extends IssueCommandType, Name> = {
  readonly type: T;
  readonly data: Omit<CommandData<T>, 'days' | 'name'> & IssuedToken & { readonly name: Name };
};

/** A person was disabled, or made an owner: their tokens are revoked permanently. */
export interface EndTokensOf {
  readonly type: 'EndTokensOf';
  readonly data: { readonly personId: string; readonly because: 'person_disabled' | 'made_owner' };
}

export type TokenCommand =
  | Exclude<Messages<typeof tokenCommands>, { type: IssueCommandType }>
  | Internal<'IssuePersonalToken', Personal<string>>
  | Internal<'IssueServiceToken', string>
  | EndTokensOf;
