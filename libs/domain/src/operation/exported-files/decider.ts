import type { ExportedFileFact, FileKind } from '@tocsin/contracts/exported-files/noun.js';
import type { Permission } from '@tocsin/contracts/permissions.js';
import { whoMay } from '@tocsin/contracts/who-may.js';
import type { Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Inputs } from '@tocsin/kernel/registry.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { hasPermissionFor, refusePermission } from '../../rules/permissions.js';
import type { ExportedFileCommand } from './commands.js';

const exportAs =
  (kind: FileKind, permission: Permission) =>
  ({ groupId, teamId, ...rest }: ExportedFileCommand['data'], _state: null, context: ConfigurationContext): Decision<ExportedFileFact> =>
    hasPermissionFor(context, permission, { teamId })
      ? [{ type: 'FileExported', data: { fileId: context.newId('exported-file'), of: { kind, groupId, teamId }, ...rest } }]
      : refusePermission(whoMay(permission));

/** Files that left: the stream `exportedFiles`. Each export is a fact of its own, also of the same thing. */
export const exportedFilesDecider: Decider<null, ExportedFileCommand, ExportedFileFact, ConfigurationReads> = {
  category: 'exportedFiles',
  isSingle: true,
  initial: null,
  streamId: { ExportFilm: () => '', ExportGroupPack: () => '' },
  decide: { ExportFilm: exportAs('film', 'film.export'), ExportGroupPack: exportAs('group', 'pack.group') },
  evolve: { FileExported: (state) => state },
};

const commandOf: Readonly<Record<FileKind, ExportedFileCommand['type']>> = { film: 'ExportFilm', group: 'ExportGroupPack' };

/** The command that each fact was decided by. */
export const inputs: Inputs = {
  FileExported: ({ fileId: _fileId, of: { kind, ...about }, ...data }: FactOf<'FileExported'>) => ({
    type: commandOf[kind],
    data: { ...about, ...data },
  }),
};
