import type { AccessFact, AccessRow, LinkMailed } from '@tocsin/contracts/access.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import { whenOf, type When } from '@tocsin/kernel/decide/decider.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { isOwner, isSystem } from '../rules/permissions.js';
import type { ConfigurationReads } from '../reads.js';
import { viewOf, type RowFold } from '../rules/row-fold.js';

/** What is so until something was changed: the password that they joined with, and nothing else. */
export const accessAtFirst = (id: string): AccessRow => ({
  id,
  passwordRef: null,
  passwordSince: null,
  passwordEnded: false,
  passwordSeenBelow: false,
  invitationSeenBelow: false,
  resetLink: null,
  twoFactor: null,
  subjectHash: null,
  generation: 0,
});

const onRow =
  <Data extends { readonly personId: string }>(change: (row: AccessRow, data: Data, when: When) => Partial<AccessRow>) =>
  (row: AccessRow | undefined, data: Data, when: When): AccessRow => {
    const before = row ?? accessAtFirst(data.personId);
    return { ...before, ...change(before, data, when) };
  };

const withCodes = (row: AccessRow, change: (hashes: readonly string[]) => readonly string[]): Partial<AccessRow> =>
  row.twoFactor ? { twoFactor: { ...row.twoFactor, recoveryHashes: [...change(row.twoFactor.recoveryHashes)] } } : {};

/** An older link’s mail says nothing of the one that is good now. */
const withResetMail = ({ resetLink }: AccessRow, linkHash: string, mail: LinkMailed): Partial<AccessRow> =>
  resetLink?.linkHash === linkHash ? { resetLink: { ...resetLink, mail } } : {};

/** Whoever makes a link sees it; Tocsin itself shows none, it mails it to the person. */
const isBelow = ({ actor }: When): boolean => !isSystem({ actor }) && !isOwner({ actor });

export const accessFold: RowFold<AccessRow, AccessFact> = {
  id: ({ personId }) => personId,
  steps: {
    PasswordResetLinkMade: onRow((_row, { linkHash, expiresAt }, when) => ({
      resetLink: { linkHash, expiresAt, seenBelow: isBelow(when) },
    })),
    // an invitation stands on the row of the person
    InvitationMailSent: () => undefined,
    InvitationMailFailed: () => undefined,
    PasswordResetMailSent: onRow((row, { linkHash }, { at }) => withResetMail(row, linkHash, { at, reason: null })),
    PasswordResetMailFailed: onRow((row, { linkHash, reason }, { at }) => withResetMail(row, linkHash, { at, reason })),
    // whoever knew the old one may have changed it: that makes it no more their own than it was
    PasswordChanged: onRow((row, { passwordRef, linkHash }, { at }) => ({
      passwordRef,
      passwordSince: at,
      passwordEnded: false,
      passwordSeenBelow: linkHash === null ? row.passwordSeenBelow : (row.resetLink?.seenBelow ?? false),
      resetLink: null,
    })),
    TwoFactorTurnedOn: onRow((_row, { secretRef, recoveryHashes }, { at }) => ({ twoFactor: { secretRef, since: at, recoveryHashes } })),
    TwoFactorTurnedOff: onRow(() => ({ twoFactor: null })),
    RecoveryCodesMade: onRow((row, { recoveryHashes }) => withCodes(row, () => recoveryHashes)),
    RecoveryCodeUsed: onRow((row, { recoveryHash }) => withCodes(row, (hashes) => hashes.filter((hash) => hash !== recoveryHash))),
    OpenIdLinked: onRow((_row, { subjectHash }) => ({ subjectHash })),
    OpenIdUnlinked: onRow(() => ({ subjectHash: null })),
  },
};

const opening = viewOf('access', accessFold, {
  columns: { linkHash: (row) => row.resetLink?.linkHash ?? null, subjectHash: (row) => row.subjectHash },
});

/** An erased person has no account that could be opened. */
const onErased: RowChange<AccessRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'PersonErased'>).personId],
  row: () => null,
};

const withoutResetLink = (row: AccessRow | undefined): AccessRow | undefined => row && { ...row, resetLink: null };

/** Being enabled again brings no older link back: neither to a password nor to a page. */
const onDisabled: RowChange<AccessRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'PersonDisabled'>).personId],
  row: (row, { data, meta }) => ({
    ...(row ?? accessAtFirst((data as FactOf<'PersonDisabled'>).personId)),
    resetLink: null,
    disabledAt: meta.at,
  }),
};

/**
 * Whoever is made an owner begins anew: what an admin may have prepared, or opened before, must not open an owner’s account. A second step
 * stays, since it opens nothing.
 */
const resetAccess = (row: AccessRow): AccessRow => ({
  ...row,
  resetLink: null,
  subjectHash: null,
  passwordEnded: row.passwordEnded || row.passwordSeenBelow,
  generation: row.generation + 1,
});

const onRoleChanged: RowChange<AccessRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'PersonRoleChanged'>).personId],
  row: (row, event) => {
    const { personId, role, accessEnded } = event.data as FactOf<'PersonRoleChanged'>;
    if (accessEnded) return resetAccess(row ?? accessAtFirst(personId));
    return role === 'owner' ? withoutResetLink(row) : row;
  },
};

/** A link that lies in the mails of an address opens nothing once the address is another. */
const onEmailChanged: RowChange<AccessRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'EmailChanged'>).personId],
  row: (row) => withoutResetLink(row),
};

const onInvited: RowChange<AccessRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'PersonInvited'>).personId],
  row: (row, event) => ({
    ...(row ?? accessAtFirst((event.data as FactOf<'PersonInvited'>).personId)),
    invitationSeenBelow: isBelow(whenOf(event)),
  }),
};

const onJoined: RowChange<AccessRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'PersonJoined'>).personId],
  row: (row) => row && { ...row, passwordSeenBelow: row.invitationSeenBelow },
};

export const accessView: View<AccessRow> = {
  ...opening,
  on: {
    ...opening.on,
    PersonInvited: onInvited,
    PersonJoined: onJoined,
    PersonErased: onErased,
    PersonDisabled: onDisabled,
    PersonRoleChanged: onRoleChanged,
    EmailChanged: onEmailChanged,
  },
};

type Reads = Pick<ConfigurationReads, 'access' | 'people'>;

export const accessOf = (reads: Reads, personId: string): AccessRow => reads.access.get(personId) ?? accessAtFirst(personId);

/**
 * Where a person’s password lies in the vault; there may be none behind it, for who came by an identity provider. Null: they have not
 * joined, or it ended when they were made an owner.
 */
export const passwordRefOf = (reads: Reads, person: PersonRow): string | null => {
  const { passwordRef, passwordEnded } = accessOf(reads, person.id);
  return passwordEnded ? null : (passwordRef ?? person.passwordRef);
};

/** Whose reset link this is; undefined when it is unknown, used or over. */
export const findByResetLink = (reads: Reads, linkHash: string, now: string): PersonRow | undefined => {
  const [row] = reads.access.where('linkHash', linkHash);
  const person = row && reads.people.get(row.id);
  return row?.resetLink && row.resetLink.expiresAt >= now && person?.state === 'active' ? person : undefined;
};

/** Whom the identity provider knows by this subject. */
export const findBySubject = (reads: Reads, subjectHash: string): PersonRow | undefined => {
  const [row] = reads.access.where('subjectHash', subjectHash);
  return row && reads.people.get(row.id);
};
