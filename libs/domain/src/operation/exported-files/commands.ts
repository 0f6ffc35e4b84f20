import type { FactOf } from '@tocsin/contracts/catalogue.js';

/** The server adds what it finds in the history: the team, the people, and where it ends. */
export interface ExportFile<Type extends string> {
  readonly type: Type;
  readonly data: Pick<FactOf<'FileExported'>, 'names' | 'people' | 'morePeople' | 'upTo'> & {
    readonly groupId: string;
    readonly teamId: string | null;
  };
}
export type ExportedFileCommand = ExportFile<'ExportFilm'> | ExportFile<'ExportGroupPack'>;
