import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { redactedText } from '@tocsin/contracts/redactions/noun.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { tellPerson, type TellDependencies } from './tell-person.js';

/** Whose nights somebody else exported hears of it at once, with the reason, and gets the same file. */
export const tellOfExport = async (
  dependencies: TellDependencies,
  { id, data: { of, comment, fileId }, meta }: RecordedOf<'FileExported'>,
): Promise<EffectOutcome> => {
  if (of.kind !== 'person' || meta.actor.id === of.personId) return { kind: 'unneeded' };
  const { people } = dependencies.server.reads;
  const person = people.get(of.personId);
  if (person?.state !== 'active') return { kind: 'unneeded' };
  const by = readablePersonal(people.get(meta.actor.id)?.name) || 'Somebody';
  return tellPerson(dependencies, person, {
    id,
    subject: 'Your nights were exported',
    mailSubject: 'Tocsin: your nights were exported as a file',
    says: `${by} exported your pages from ${of.from.slice(0, 10)} to ${of.to.slice(0, 10)} as an evidence pack. The reason: ${readablePersonal(comment, redactedText)}`,
    ends: 'You get the same file by the link. It shows nobody else.',
    press: 'Get the file',
    path: `/api/exported-files/${fileId}`,
  });
};
