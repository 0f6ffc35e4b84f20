import type { AccessFact, AccessRow, LinkMailed } from '@tocsin/contracts/access.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import type { When } from '@tocsin/kernel/decider.js';
import type { RowChange, View } from '@tocsin/kernel/view.js';
import type { ConfigurationReads } from '../reads.js';
import { viewOf, type RowFold } from '../row-fold.js';

/** What is so until something was changed: the password that they joined with, and nothing else. */
export const accessAtFirst = (id: string): AccessRow => ({
  id,
  passwordRef: null,
  passwordSince: null,
  resetLink: null,
  twoFactor: null,
  subjectHash: null,
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

export const accessFold: RowFold<AccessRow, AccessFact> = {
  id: ({ personId }) => personId,
  steps: {
    PasswordResetLinkMade: onRow((_row, { linkHash, expiresAt }) => ({ resetLink: { linkHash, expiresAt } })),
    // an invitation stands on the row of the person
    InvitationMailSent: () => undefined,
    InvitationMailFailed: () => undefined,
    PasswordResetMailSent: onRow((row, { linkHash }, { at }) => withResetMail(row, linkHash, { at, reason: null })),
    PasswordResetMailFailed: onRow((row, { linkHash, reason }, { at }) => withResetMail(row, linkHash, { at, reason })),
    PasswordChanged: onRow((_row, { passwordRef }, { at }) => ({ passwordRef, passwordSince: at, resetLink: null })),
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

/** Being enabled again brings no older link back. */
const onDisabled: RowChange<AccessRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'PersonDisabled'>).personId],
  row: withoutResetLink,
};

/** An admin may have made it, who makes none for an owner. */
const onRoleChanged: RowChange<AccessRow, Recorded> = {
  keys: (event) => [(event.data as FactOf<'PersonRoleChanged'>).personId],
  row: (row, event) => ((event.data as FactOf<'PersonRoleChanged'>).role === 'owner' ? withoutResetLink(row) : row),
};

export const accessView: View<AccessRow> = {
  ...opening,
  on: { ...opening.on, PersonErased: onErased, PersonDisabled: onDisabled, PersonRoleChanged: onRoleChanged },
};

type Reads = Pick<ConfigurationReads, 'access' | 'people'>;

export const accessOf = (reads: Reads, personId: string): AccessRow => reads.access.get(personId) ?? accessAtFirst(personId);

/** Where a person’s password lies in the vault; there may be none behind it, for who came by an identity provider. Null: they have not joined. */
export const passwordRefOf = (reads: Reads, person: PersonRow): string | null =>
  accessOf(reads, person.id).passwordRef ?? person.passwordRef;

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
