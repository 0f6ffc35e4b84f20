import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { Unordered, type Fields } from './fields.js';
import type { FileReader } from './item-kind.js';

type Member = TeamRow['members'][number];

const inOrder = (members: readonly Member[]): readonly Member[] => members.toSorted((a, b) => (a.personId < b.personId ? -1 : 1));

const toField = (members: readonly Member[]) =>
  Unordered.listing(...Array.from(inOrder(members), ({ personId, role }) => ({ personId, role })));

export const fieldsOfTeam = ({ name, description, members }: TeamRow): Fields =>
  new Map<string, unknown>([
    ['name', name],
    ['description', description],
    ['members', toField(members)],
  ]);

export const readTeam = (document: DocumentOf<'Team'>, { person }: FileReader): Fields => {
  const fields = new Map<string, unknown>([['name', document.name]]);
  if (document.description !== undefined) fields.set('description', document.description ?? '');
  if (document.members === undefined) return fields;
  const members = (document.members ?? []).flatMap(({ person: email, role }, n) => {
    const personId = person(email, `members[${n}].person`);
    return personId === undefined ? [] : [{ personId, role }];
  });
  return fields.set('members', toField(members));
};
