import type { CommandData, FactOf } from '@tocsin/contracts/catalogue.js';

/** The server adds what it finds in the history: the team, the people, and where it ends. */
interface ExportOfGroup<Type extends 'ExportFilm' | 'ExportGroupPack'> {
  readonly type: Type;
  readonly data: CommandData<Type> & Pick<FactOf<'FileExported'>, 'people' | 'morePeople' | 'upTo'> & { readonly teamId: string | null };
}
/** The reason is that of the log, where it may be erased. */
interface ExportPersonPack {
  readonly type: 'ExportPersonPack';
  readonly data: Omit<CommandData<'ExportPersonPack'>, 'comment'> & Pick<FactOf<'FileExported'>, 'upTo' | 'comment'>;
}
interface ExportQuarterPack {
  readonly type: 'ExportQuarterPack';
  readonly data: CommandData<'ExportQuarterPack'> & Pick<FactOf<'FileExported'>, 'people' | 'morePeople' | 'upTo'>;
}
export type ExportedFileCommand = ExportQuarterPack | ExportOfGroup<'ExportFilm'> | ExportOfGroup<'ExportGroupPack'> | ExportPersonPack;
