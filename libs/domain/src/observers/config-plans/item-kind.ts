import type { ItemKind } from '@tocsin/contracts/config-files/noun.js';
import type { FileErrorCode } from '@tocsin/contracts/config-files/plan.js';

/** Looks up what one document names, and says what is wrong with it. */
export interface FileReader {
  readonly person: (email: string, path: string) => string | undefined;
  readonly find: (kind: ItemKind, reference: string, path: string) => string | undefined;
  readonly webhook: (reference: string, path: string) => string | undefined;
  readonly report: (path: string, code: FileErrorCode, message: string) => void;
}
