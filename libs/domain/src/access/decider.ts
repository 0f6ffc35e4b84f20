import type { AccessFact, AccessRow } from '@tocsin/contracts/access.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { withRightCode } from '../rules/code-check.js';
import { denied, isOwner, isSystem, mayEverywhere, type Acting } from '../rules/permissions.js';
import type { ConfigurationContext, ConfigurationReads } from '../reads.js';
import { refuse } from '../rules/refuse.js';
import { evolveOf } from '../rules/row-fold.js';
import { mayOpen } from '../sign-in/shared/may-open.js';
import type { AccessCommand } from './commands.js';
import { sameFor, type InputsOf } from '../inputs.js';
import { accessAtFirst, accessFold, findByResetLink } from './views.js';

type Answer = Decision<AccessFact>;
type Decide<T extends AccessCommand['type']> = (data: DataOf<AccessCommand, T>, row: AccessRow, context: ConfigurationContext) => Answer;

const isOneself = ({ actor }: Acting, personId: string): boolean =>
  actor.kind === 'person' && actor.via === undefined && actor.token === undefined && actor.id === personId;

/**
 * Whether the actor manages this person’s account: owners and admins do for others; an owner’s account only owners do,
 * or an admin could take one over and become an owner.
 */
const isKeeperOf = (context: ConfigurationContext, person: PersonRow): boolean => {
  if (isSystem(context)) return true;
  if (isOneself(context, person.id)) return false;
  return mayEverywhere(context, 'people.configure') && (person.role !== 'owner' || isOwner(context));
};

type Allows = (context: ConfigurationContext, person: PersonRow) => boolean;
const byOneself: Allows = (context, person) => isOneself(context, person.id);
const byEither: Allows = (context, person) => byOneself(context, person) || isKeeperOf(context, person);

/** Wraps decisions about a person who can sign in. */
const about =
  <D extends { readonly personId: string }>(
    allows: Allows,
    who: string,
    decide: (data: D, row: AccessRow, context: ConfigurationContext) => Answer,
  ) =>
  (data: D, row: AccessRow, context: ConfigurationContext): Answer => {
    const person = context.reads.people.get(data.personId);
    if (!person) return refuse('person.not_found');
    if (!allows(context, person)) return denied(who);
    return person.state === 'active' ? decide(data, row, context) : refuse('person.not_active');
  };

const keeper = 'an admin, or for an owner another owner,';
const self = 'the person';
const either = `${self}, ${keeper}`;
const wrongCode = (): Answer => refuse('two_factor.wrong_code', {}, 'code');

/**
 * A reset link works once and until it expires: checked against this stream and against memory’s row of the person.
 * Without a link the server has checked the old password.
 */
const changePassword: Decide<'ChangePassword'> = ({ personId, passwordRef, linkHash }, { resetLink }, { now, reads }) => {
  const isGood = resetLink?.linkHash === linkHash && resetLink.expiresAt >= now && findByResetLink(reads, linkHash, now)?.id === personId;
  if (linkHash !== null && !isGood) return refuse('reset.invalid');
  return [{ type: 'PasswordChanged', data: { personId, passwordRef, linkHash } }];
};

/** For any person who is not erased: the recipient of a link may not have joined yet. */
const recordLinkMail: Decide<'RecordLinkMail'> = ({ personId, linkHash, of, ...data }, _row, context) => {
  if (!isSystem(context)) return denied('Tocsin itself');
  const person = context.reads.people.get(personId);
  if (!person || person.state === 'erased') return new Nothing();
  const isInvitation = of === 'invitation';
  if (data.outcome === 'sent')
    return [{ type: isInvitation ? 'InvitationMailSent' : 'PasswordResetMailSent', data: { personId, linkHash } }];
  const { reason, detail } = data;
  const failed = { personId, linkHash, reason, detail };
  return [{ type: isInvitation ? 'InvitationMailFailed' : 'PasswordResetMailFailed', data: failed }];
};

const turnOn: Decide<'TurnOnTwoFactor'> = ({ codeCheck, ...data }, { twoFactor }) => {
  if (twoFactor) return refuse('two_factor.on_already');
  return codeCheck === 'right' ? [{ type: 'TwoFactorTurnedOn', data }] : wrongCode();
};

/** Turning off one’s own second factor takes a code, so that a stolen session can’t do it. */
const turnOff: Decide<'TurnOffTwoFactor'> = ({ personId, codeCheck }, { twoFactor }, context) => {
  if (!twoFactor) return new Nothing();
  if (isOneself(context, personId) && codeCheck !== 'right') return wrongCode();
  return [{ type: 'TwoFactorTurnedOff', data: { personId } }];
};

const makeCodes: Decide<'MakeRecoveryCodes'> = ({ codeCheck, ...data }, { twoFactor }) => {
  if (!twoFactor) return refuse('two_factor.off');
  return codeCheck === 'right' ? [{ type: 'RecoveryCodesMade', data }] : wrongCode();
};

/**
 * Which person an account belongs to is the provider’s claim. For an owner it counts only when an owner has confirmed
 * the provider.
 */
const link: Decide<'LinkOpenId'> = (data, { subjectHash }, { reads }) => {
  if (!mayOpen(reads, data.personId)) return refuse('openid.owner_unconfirmed');
  if (subjectHash === data.subjectHash) return new Nothing();
  return subjectHash === null ? [{ type: 'OpenIdLinked', data }] : refuse('openid.other_account');
};

const person = ({ personId }: { readonly personId: string }): string => personId;

/** Decider of a person’s access: the stream `access-<person>`. */
export const accessDecider: Decider<AccessRow, AccessCommand, AccessFact, ConfigurationReads> = {
  category: 'access',
  initial: accessAtFirst(''),
  streamId: {
    MakePasswordResetLink: person,
    RecordLinkMail: person,
    ChangePassword: person,
    TurnOnTwoFactor: person,
    TurnOffTwoFactor: person,
    MakeRecoveryCodes: person,
    UseRecoveryCode: person,
    LinkOpenId: person,
    UnlinkOpenId: person,
  },
  decide: {
    MakePasswordResetLink: about(isKeeperOf, keeper, (data) => [{ type: 'PasswordResetLinkMade', data }]),
    RecordLinkMail: recordLinkMail,
    ChangePassword: about(byOneself, self, changePassword),
    TurnOnTwoFactor: about(byOneself, self, turnOn),
    TurnOffTwoFactor: about(byEither, either, turnOff),
    MakeRecoveryCodes: about(byOneself, self, makeCodes),
    UseRecoveryCode: about(byOneself, self, (data, { twoFactor }) =>
      twoFactor?.recoveryHashes.includes(data.recoveryHash) ? [{ type: 'RecoveryCodeUsed', data }] : wrongCode(),
    ),
    LinkOpenId: about(byOneself, self, link),
    UnlinkOpenId: about(byEither, either, (data, { subjectHash }) =>
      subjectHash === null ? new Nothing() : [{ type: 'OpenIdUnlinked', data }],
    ),
  },
  evolve: evolveOf<AccessRow, AccessRow, AccessFact>(
    accessFold,
    (row) => (row.id === '' ? undefined : row),
    (before, _id, row) => row ?? before,
  ),
};

const same = sameFor<AccessCommand>();

/** The command that each fact was decided by. */
export const inputs: InputsOf<AccessFact, AccessCommand> = {
  PasswordResetLinkMade: same('MakePasswordResetLink'),
  InvitationMailSent: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'invitation', outcome: 'sent' } }),
  InvitationMailFailed: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'invitation', outcome: 'failed' } }),
  PasswordResetMailSent: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'reset', outcome: 'sent' } }),
  PasswordResetMailFailed: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'reset', outcome: 'failed' } }),
  PasswordChanged: same('ChangePassword'),
  TwoFactorTurnedOn: (data) => ({ type: 'TurnOnTwoFactor', data: withRightCode(data) }),
  TwoFactorTurnedOff: (data, _batch, actor) => ({
    type: 'TurnOffTwoFactor',
    data: isOneself({ actor }, data.personId) ? withRightCode(data) : { ...data, codeCheck: 'none' },
  }),
  RecoveryCodesMade: (data) => ({ type: 'MakeRecoveryCodes', data: withRightCode(data) }),
  RecoveryCodeUsed: same('UseRecoveryCode'),
  OpenIdLinked: same('LinkOpenId'),
  OpenIdUnlinked: same('UnlinkOpenId'),
};
