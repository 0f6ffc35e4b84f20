import type { AccessFact, AccessRow, LinkMailStatus } from '@tocsin/contracts/access/noun.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { factMetaOf, type FactMeta } from '@tocsin/kernel/decide/decider.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { isOwner, isSystem } from '../../rules/permissions.js';
import type { ConfigurationReads } from '../../reads.js';
import { viewOf, type RowFold } from '../../rules/row-fold.js';

/** The row before the first change: only the password that the person joined with. */
export const createAccessRow = (id: string): AccessRow => ({
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

const changeRow =
  <Data extends { readonly personId: string }>(change: (row: AccessRow, data: Data, factMeta: FactMeta) => Partial<AccessRow>) =>
  (row: AccessRow | undefined, data: Data, factMeta: FactMeta): AccessRow => {
    const before = row ?? createAccessRow(data.personId);
    return { ...before, ...change(before, data, factMeta) };
  };

const withCodes = (row: AccessRow, change: (hashes: readonly string[]) => readonly string[]): Partial<AccessRow> =>
  row.twoFactor ? { twoFactor: { ...row.twoFactor, recoveryHashes: [...change(row.twoFactor.recoveryHashes)] } } : {};

/** The mail of an older link does not change the state of the current link. */
const withResetMail = ({ resetLink }: AccessRow, linkHash: string, mail: LinkMailStatus): Partial<AccessRow> =>
  resetLink?.linkHash === linkHash ? { resetLink: { ...resetLink, mail } } : {};

/**
 * Whether an admin (not an owner, not Tocsin itself) made the link: an admin sees the link they make, Tocsin only mails
 * it to the person.
 */
const isBelow = ({ actor }: FactMeta): boolean => !isSystem({ actor }) && !isOwner({ actor });

export const accessFold: RowFold<AccessRow, AccessFact> = {
  id: ({ personId }) => personId,
  steps: {
    PasswordResetLinkMade: changeRow((_row, { linkHash, expiresAt }, factMeta) => ({
      resetLink: { linkHash, expiresAt, seenBelow: isBelow(factMeta) },
    })),
    // an invitation is kept on the row of the person
    InvitationMailSent: () => undefined,
    InvitationMailFailed: () => undefined,
    PasswordResetMailSent: changeRow((row, { linkHash }, { at }) => withResetMail(row, linkHash, { at, reason: null })),
    PasswordResetMailFailed: changeRow((row, { linkHash, reason }, { at }) => withResetMail(row, linkHash, { at, reason })),
    // a password changed with the old one stays marked as seen if that was: who knew the old password may have changed
    // it
    PasswordChanged: changeRow((row, { passwordRef, linkHash }, { at }) => ({
      passwordRef,
      passwordSince: at,
      passwordEnded: false,
      passwordSeenBelow: linkHash === null ? row.passwordSeenBelow : (row.resetLink?.seenBelow ?? false),
      resetLink: null,
    })),
    TwoFactorTurnedOn: changeRow((_row, { secretRef, recoveryHashes }, { at }) => ({
      twoFactor: { secretRef, since: at, recoveryHashes },
    })),
    TwoFactorTurnedOff: changeRow(() => ({ twoFactor: null })),
    RecoveryCodesMade: changeRow((row, { recoveryHashes }) => withCodes(row, () => recoveryHashes)),
    RecoveryCodeUsed: changeRow((row, { recoveryHash }) => withCodes(row, (hashes) => hashes.filter((hash) => hash !== recoveryHash))),
    OpenIdLinked: changeRow((_row, { subjectHash }) => ({ subjectHash })),
    OpenIdUnlinked: changeRow(() => ({ subjectHash: null })),
  },
};

const opening = viewOf('access', accessFold, {
  columns: { linkHash: (row) => row.resetLink?.linkHash ?? null, subjectHash: (row) => row.subjectHash },
});

/** An erased person has no account that could be opened. */
const eraseRow: RowChange<AccessRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'PersonErased'>).personId],
  row: () => null,
};

const withoutResetLink = (row: AccessRow | undefined): AccessRow | undefined => row && { ...row, resetLink: null };

/** Enabling a person again does not restore older links, neither for a password nor for a page. */
const onDisabled: RowChange<AccessRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'PersonDisabled'>).personId],
  row: (row, { data, meta }) => ({
    ...(row ?? createAccessRow((data as FactOf<'PersonDisabled'>).personId)),
    resetLink: null,
    disabledAt: meta.at,
  }),
};

/**
 * Resets access when a person becomes an owner: credentials that an admin may have prepared or used must not open an owner’s account. A second factor
 * stays, since it grants nothing by itself.
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
    if (accessEnded) return resetAccess(row ?? createAccessRow(personId));
    return role === 'owner' ? withoutResetLink(row) : row;
  },
};

/** A link mailed to the old address is invalid once the address changes. */
const onEmailChanged: RowChange<AccessRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'EmailChanged'>).personId],
  row: (row) => withoutResetLink(row),
};

const onInvited: RowChange<AccessRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'PersonInvited'>).personId],
  row: (row, event) => ({
    ...(row ?? createAccessRow((event.data as FactOf<'PersonInvited'>).personId)),
    invitationSeenBelow: isBelow(factMetaOf(event)),
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
    PersonErased: eraseRow,
    PersonDisabled: onDisabled,
    PersonRoleChanged: onRoleChanged,
    EmailChanged: onEmailChanged,
  },
};

type Reads = Pick<ConfigurationReads, 'access' | 'people'>;

export const accessOf = (reads: Reads, personId: string): AccessRow => reads.access.get(personId) ?? createAccessRow(personId);

/**
 * The reference of a person’s password in the vault; there may be no password behind it for a person who came through
 * an identity provider. Null: they have not joined, or the password was invalidated when they became an owner.
 */
export const passwordRefOf = (reads: Reads, person: PersonRow): string | null => {
  const { passwordRef, passwordEnded } = accessOf(reads, person.id);
  return passwordEnded ? null : (passwordRef ?? person.passwordRef);
};

/** The person that a reset link belongs to; undefined when the link is unknown, used or expired. */
export const findByResetLink = (reads: Reads, linkHash: string, now: string): PersonRow | undefined => {
  const [row] = reads.access.where('linkHash', linkHash);
  const person = row && reads.people.get(row.id);
  return row?.resetLink && row.resetLink.expiresAt >= now && person?.state === 'active' ? person : undefined;
};

/** The person linked to this subject of the identity provider. */
export const findBySubject = (reads: Reads, subjectHash: string): PersonRow | undefined => {
  const [row] = reads.access.where('subjectHash', subjectHash);
  return row && reads.people.get(row.id);
};
