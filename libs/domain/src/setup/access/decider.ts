import type { AccessFact, AccessRow } from '@tocsin/contracts/access/noun.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { withRightCode } from '../../rules/code-check.js';
import { refusePermission, isOwner, isSystem, hasOrganisationPermission, type PermissionInput } from '../../rules/permissions.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { canOpenSignIn } from '../sign-in/shared/can-open.js';
import type { AccessCommand } from './commands.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { createAccessRow, accessFold, findByResetLink } from './views.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';

type AccessDecision = Decision<AccessFact>;
type DecisionFunction<T extends AccessCommand['type']> = (
  data: DataOf<AccessCommand, T>,
  row: AccessRow,
  context: ConfigurationContext,
) => AccessDecision;

const isOneself = ({ actor }: PermissionInput, personId: string): boolean =>
  actor.kind === 'person' && actor.via === undefined && actor.token === undefined && actor.id === personId;

/**
 * Whether the actor manages this person’s account: owners and admins do for others; an owner’s account only owners do,
 * or an admin could take one over and become an owner.
 */
const isKeeperOf = (context: ConfigurationContext, person: PersonRow): boolean => {
  if (isSystem(context)) return true;
  if (isOneself(context, person.id)) return false;
  return hasOrganisationPermission(context, 'people.configure') && (person.role !== 'owner' || isOwner(context));
};

type PermissionPredicate = (context: ConfigurationContext, person: PersonRow) => boolean;
const byOneself: PermissionPredicate = (context, person) => isOneself(context, person.id);
const byEither: PermissionPredicate = (context, person) => byOneself(context, person) || isKeeperOf(context, person);

/** Wraps decisions about a person who can sign in. */
const decideAbout =
  <D extends { readonly personId: string }>(
    allows: PermissionPredicate,
    allowedRoles: string,
    decide: (data: D, row: AccessRow, context: ConfigurationContext) => AccessDecision,
  ) =>
  (data: D, row: AccessRow, context: ConfigurationContext): AccessDecision => {
    const person = context.reads.people.get(data.personId);
    if (!person) return refuse('person.not_found');
    if (!allows(context, person)) return refusePermission(allowedRoles);
    return person.state === 'active' ? decide(data, row, context) : refuse('person.not_active');
  };

const keeper = 'an admin, or for an owner another owner,';
const self = 'the person';
const selfOrKeeper = `${self}, ${keeper}`;
const refuseCode = (): AccessDecision => refuse('two_factor.wrong_code', {}, 'code');

/**
 * A reset link works once and until it expires: checked against this stream and against memory’s row of the person.
 * Without a link the server has checked the old password.
 */
const changePassword: DecisionFunction<'ChangePassword'> = ({ personId, passwordRef, linkHash }, { resetLink }, { now, reads }) => {
  const isGood = resetLink?.linkHash === linkHash && resetLink.expiresAt >= now && findByResetLink(reads, linkHash, now)?.id === personId;
  if (linkHash !== null && !isGood) return refuse('reset.invalid');
  return [{ type: 'PasswordChanged', data: { personId, passwordRef, linkHash } }];
};

/** For any person who is not erased: the recipient of a link may not have joined yet. */
const recordLinkMail: DecisionFunction<'RecordLinkMail'> = ({ personId, linkHash, of, ...data }, _row, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const person = context.reads.people.get(personId);
  if (!person || person.state === 'erased') return new Nothing();
  const isInvitation = of === 'invitation';
  if (data.outcome === 'sent')
    return [{ type: isInvitation ? 'InvitationMailSent' : 'PasswordResetMailSent', data: { personId, linkHash } }];
  const { reason, detail } = data;
  const failure = { personId, linkHash, reason, detail };
  return [{ type: isInvitation ? 'InvitationMailFailed' : 'PasswordResetMailFailed', data: failure }];
};

const turnOn: DecisionFunction<'TurnOnTwoFactor'> = ({ codeCheck, ...data }, { twoFactor }) => {
  if (twoFactor) return refuse('two_factor.on_already');
  return codeCheck === 'right' ? [{ type: 'TwoFactorTurnedOn', data }] : refuseCode();
};

/** Turning off one’s own second factor takes a code, so that a stolen session can’t do it. */
const turnOff: DecisionFunction<'TurnOffTwoFactor'> = ({ personId, codeCheck }, { twoFactor }, context) => {
  if (!twoFactor) return new Nothing();
  if (isOneself(context, personId) && codeCheck !== 'right') return refuseCode();
  return [{ type: 'TwoFactorTurnedOff', data: { personId } }];
};

const makeCodes: DecisionFunction<'MakeRecoveryCodes'> = ({ codeCheck, ...data }, { twoFactor }) => {
  if (!twoFactor) return refuse('two_factor.off');
  return codeCheck === 'right' ? [{ type: 'RecoveryCodesMade', data }] : refuseCode();
};

/**
 * Which person an account belongs to is the provider’s claim. For an owner it counts only when an owner has confirmed
 * the provider.
 */
const link: DecisionFunction<'LinkOpenId'> = (data, { subjectHash }, { reads }) => {
  if (!canOpenSignIn(reads, data.personId)) return refuse('openid.owner_unconfirmed');
  if (subjectHash === data.subjectHash) return new Nothing();
  return subjectHash === null ? [{ type: 'OpenIdLinked', data }] : refuse('openid.other_account');
};

const personIdOf = ({ personId }: { readonly personId: string }): string => personId;

/** Decider of a person’s access: the stream `access-<person>`. */
export const accessDecider: Decider<AccessRow, AccessCommand, AccessFact, ConfigurationReads> = {
  category: 'access',
  initial: createAccessRow(''),
  sequenceOf: () => configurationSequence,
  streamId: {
    MakePasswordResetLink: personIdOf,
    RecordLinkMail: personIdOf,
    ChangePassword: personIdOf,
    TurnOnTwoFactor: personIdOf,
    TurnOffTwoFactor: personIdOf,
    MakeRecoveryCodes: personIdOf,
    UseRecoveryCode: personIdOf,
    LinkOpenId: personIdOf,
    UnlinkOpenId: personIdOf,
  },
  decide: {
    MakePasswordResetLink: decideAbout(isKeeperOf, keeper, (data) => [{ type: 'PasswordResetLinkMade', data }]),
    RecordLinkMail: recordLinkMail,
    ChangePassword: decideAbout(byOneself, self, changePassword),
    TurnOnTwoFactor: decideAbout(byOneself, self, turnOn),
    TurnOffTwoFactor: decideAbout(byEither, selfOrKeeper, turnOff),
    MakeRecoveryCodes: decideAbout(byOneself, self, makeCodes),
    UseRecoveryCode: decideAbout(byOneself, self, (data, { twoFactor }) =>
      twoFactor?.recoveryHashes.includes(data.recoveryHash) ? [{ type: 'RecoveryCodeUsed', data }] : refuseCode(),
    ),
    LinkOpenId: decideAbout(byOneself, self, link),
    UnlinkOpenId: decideAbout(byEither, selfOrKeeper, (data, { subjectHash }) =>
      subjectHash === null ? new Nothing() : [{ type: 'OpenIdUnlinked', data }],
    ),
  },
  evolve: evolveOf<AccessRow, AccessRow, AccessFact>(
    accessFold,
    (row) => (row.id === '' ? undefined : row),
    (before, _id, row) => row ?? before,
  ),
};

const sameInput = sameFor<AccessCommand>();

export const inputs: InputsOf<AccessFact, AccessCommand> = {
  PasswordResetLinkMade: sameInput('MakePasswordResetLink'),
  InvitationMailSent: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'invitation', outcome: 'sent' } }),
  InvitationMailFailed: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'invitation', outcome: 'failed' } }),
  PasswordResetMailSent: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'reset', outcome: 'sent' } }),
  PasswordResetMailFailed: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'reset', outcome: 'failed' } }),
  PasswordChanged: sameInput('ChangePassword'),
  TwoFactorTurnedOn: (data) => ({ type: 'TurnOnTwoFactor', data: withRightCode(data) }),
  TwoFactorTurnedOff: (data, _batch, actor) => ({
    type: 'TurnOffTwoFactor',
    data: isOneself({ actor }, data.personId) ? withRightCode(data) : { ...data, codeCheck: 'none' },
  }),
  RecoveryCodesMade: (data) => ({ type: 'MakeRecoveryCodes', data: withRightCode(data) }),
  RecoveryCodeUsed: sameInput('UseRecoveryCode'),
  OpenIdLinked: sameInput('LinkOpenId'),
  OpenIdUnlinked: sameInput('UnlinkOpenId'),
};
