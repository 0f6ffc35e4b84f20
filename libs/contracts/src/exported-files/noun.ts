import { z } from 'zod';
import { id, instant, personal } from '../ids.js';
import { command, event, writtenField, type Messages } from '../message.js';
import { exampleIds as ids, type Examples } from '../examples.js';
import * as fileLimits from './limits.js';

export { refusals } from './refusals.js';

/** What a file is about. */
export const fileSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('film'), groupId: id, teamId: id.nullable() }),
  z.object({ kind: z.literal('group'), groupId: id, teamId: id.nullable() }),
  /** One person’s nights. */
  z.object({ kind: z.literal('person'), personId: id, from: instant, to: instant }),
  /** The alert groups that opened in a quarter, of one team or of all (null). */
  z.object({ kind: z.literal('quarter'), teamId: id.nullable(), quarter: z.string() }),
]);
export type FileSubject = z.infer<typeof fileSubject>;
export const fileKinds = ['film', 'group', 'person', 'quarter'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Facts of the stream `exportedFiles`: what left Tocsin as a file, by whom, and who is in it. The file is made from the history when it is downloaded. */
export const events = {
  FileExported: event(
    1,
    ['system', 'File exported'],
    'Somebody made a file of a part of the history: from then on it is outside of Tocsin, where nothing can be erased.',
    z.object({
      fileId: id,
      of: fileSubject,
      /** Whether it has people’s names; otherwise they are Person A, B, C. */
      names: z.boolean(),
      /** Who is in it, in the order in which they appear. */
      people: z.array(id).max(fileLimits.peopleListed),
      /** How many more. */
      morePeople: z.number().int(),
      /** It ends at this ordinal. */
      upTo: z.number().int(),
      /** Why somebody else’s nights were exported. */
      comment: personal(z.string()).optional(),
    }),
    [writtenField('comment', ({ comment }) => comment !== undefined)],
  ),
};
export type ExportedFileFact = Messages<typeof events>;

const ofGroup = z.strictObject({ groupId: id, names: z.boolean().default(false) });
export const commands = {
  ExportFilm: command('Export the film of an alert group as a file', 'film.export', ofGroup),
  ExportGroupPack: command('Export an evidence pack of an alert group', 'pack.group', ofGroup),
  ExportPersonPack: command(
    'Export an evidence pack of a person’s nights; of somebody else’s with a reason, and they are told',
    'pack.person',
    z.strictObject({ personId: id, from: instant, to: instant, comment: z.string().trim().min(1).max(fileLimits.reason).optional() }),
  ),
  ExportQuarterPack: command(
    'Export an evidence pack of a quarter',
    'pack.quarter',
    z.strictObject({ teamId: id.nullable(), quarter: z.string().regex(/^20\d\d-Q[1-4]$/), names: z.boolean().default(false) }),
  ),
};

export const examples: Examples<typeof commands> = {
  ExportFilm: { body: { groupId: ids.group, names: false } },
  ExportGroupPack: { body: { groupId: ids.group, names: false } },
  ExportPersonPack: {
    body: {
      personId: ids.person,
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-12-01T00:00:00.000Z',
      comment: 'Hours at night were disputed',
    },
  },
  ExportQuarterPack: { body: { teamId: ids.team, quarter: '2026-Q4', names: false } },
};

/** A person in a file that left. Id: `<file>:<person>`. */
export const exportedPersonRow = z.object({
  id: z.string(),
  personId: id,
  fileId: id,
  kind: z.enum(fileKinds),
  /** Null: it is about the person, or a quarter. */
  groupId: id.nullable(),
  names: z.boolean(),
  at: instant,
  by: z.string(),
});
export type ExportedPersonRow = z.infer<typeof exportedPersonRow>;

/** Response rows by view name. */
export const views = { exportedPeople: exportedPersonRow };
