import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as fileLimits from '@tocsin/contracts/exported-files/limits.js';
import type { ExportedFileFact } from '@tocsin/contracts/exported-files/noun.js';
import type { Permission } from '@tocsin/contracts/permissions.js';
import { whoMay } from '@tocsin/contracts/who-may.js';
import type { Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import type { Inputs } from '@tocsin/kernel/registry.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { hasPermissionFor, refusePermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import type { ExportedFileCommand } from './commands.js';
import { quarterOf } from './shared/quarter.js';

type DataOf<Type extends ExportedFileCommand['type']> = Extract<ExportedFileCommand, { type: Type }>['data'];
type File = Omit<FactOf<'FileExported'>, 'fileId'>;

const exportFile = (file: File, context: ConfigurationContext): Decision<ExportedFileFact> => [
  { type: 'FileExported', data: { fileId: context.newId('exported-file'), ...file } },
];

const exportAs =
  (kind: 'film' | 'group', permission: Permission) =>
  ({ groupId, teamId, ...rest }: DataOf<'ExportFilm'>, _state: null, context: ConfigurationContext): Decision<ExportedFileFact> =>
    hasPermissionFor(context, permission, { teamId })
      ? exportFile({ of: { kind, groupId, teamId }, ...rest }, context)
      : refusePermission(whoMay(permission));

const isOneself = ({ actor }: ConfigurationContext, personId: string): boolean => actor.kind === 'person' && actor.id === personId;

/** Oneself, and whoever may see the person’s figures: everywhere, or in a team of theirs. */
const mayExport = (context: ConfigurationContext, personId: string): boolean => {
  const may = (target: { readonly own?: boolean; readonly teamId?: string }): boolean => hasPermissionFor(context, 'pack.person', target);
  if (may({ own: isOneself(context, personId) })) return true;
  return [...context.reads.teams.all()].some(
    ({ id, members }) => members.some((member) => member.personId === personId) && may({ teamId: id }),
  );
};

const exportPerson = (
  { personId, from, to, upTo, comment }: DataOf<'ExportPersonPack'>,
  _state: null,
  context: ConfigurationContext,
): Decision<ExportedFileFact> => {
  if (!mayExport(context, personId)) return refusePermission(whoMay('pack.person'));
  if (!context.reads.people.get(personId)) return refuse('person.not_found');
  const length = millisBetween(from, to);
  if (length <= 0 || length > fileLimits.daysOfPerson * duration.day) return refuse('exported_file.period_invalid', {}, 'to');
  if (comment === undefined && !isOneself(context, personId)) return refuse('exported_file.reason_missing', {}, 'comment');
  const of = { kind: 'person' as const, personId, from, to };
  return exportFile({ of, names: true, people: [personId], morePeople: 0, upTo, ...(comment === undefined ? {} : { comment }) }, context);
};

const exportQuarter = (
  { teamId, quarter, ...rest }: DataOf<'ExportQuarterPack'>,
  _state: null,
  context: ConfigurationContext,
): Decision<ExportedFileFact> => {
  if (!hasPermissionFor(context, 'pack.quarter', { teamId })) return refusePermission(whoMay('pack.quarter'));
  if (teamId !== null && !context.reads.teams.get(teamId)) return refuse('team.not_found', {}, 'teamId');
  if (quarterOf(quarter).from > context.now) return refuse('exported_file.quarter_ahead', {}, 'quarter');
  return exportFile({ of: { kind: 'quarter', teamId, quarter }, ...rest }, context);
};

/** Files that left: the stream `exportedFiles`. Each export is a fact of its own, also of the same thing. */
export const exportedFilesDecider: Decider<null, ExportedFileCommand, ExportedFileFact, ConfigurationReads> = {
  category: 'exportedFiles',
  isSingle: true,
  initial: null,
  streamId: { ExportFilm: () => '', ExportGroupPack: () => '', ExportPersonPack: () => '', ExportQuarterPack: () => '' },
  decide: {
    ExportFilm: exportAs('film', 'film.export'),
    ExportGroupPack: exportAs('group', 'pack.group'),
    ExportPersonPack: exportPerson,
    ExportQuarterPack: exportQuarter,
  },
  evolve: { FileExported: (state) => state },
};

export const inputs: Inputs = {
  FileExported: ({ of, names, people, morePeople, upTo, comment }: FactOf<'FileExported'>) => {
    if (of.kind === 'person') {
      const { kind: _kind, ...about } = of;
      return { type: 'ExportPersonPack', data: { ...about, upTo, ...(comment === undefined ? {} : { comment }) } };
    }
    if (of.kind === 'quarter') {
      const { teamId, quarter } = of;
      return { type: 'ExportQuarterPack', data: { teamId, quarter, names, people, morePeople, upTo } };
    }
    const { kind, ...about } = of;
    return { type: kind === 'film' ? 'ExportFilm' : 'ExportGroupPack', data: { ...about, names, people, morePeople, upTo } };
  },
};
