import { existsSync } from 'node:fs';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { isRaw } from '@tocsin/contracts/routing/signals.js';
import { Redactions } from '@tocsin/domain/operation/redactions/redactions.js';
import { domain } from '@tocsin/domain/registry.js';
import { StoredTree, treeFile } from '@tocsin/platform/proof/stored-tree.js';
import { openFolderLog } from '@tocsin/platform/views/folder-log.js';
import type { PackSource } from './pack.js';

/** Where a file is made from. */
export interface FileRooms {
  readonly log: string;
  readonly vault: string;
  readonly masterKey: string | undefined;
}

const eventsPerPage = 500;

/** The history of a data folder as it may be shown, on connections of its own. */
export const openFolderSource = async ({ log: logRoom, vault, masterKey }: FileRooms): Promise<PackSource & { close(): Promise<void> }> => {
  const folder = openFolderLog({
    log: logRoom,
    vault,
    masterKey,
    contractOf: eventContract,
    upcasters: domain.upcasters,
    shouldLeave: isRaw,
  });
  const redactions = await Redactions.of(folder);
  async function* ofType(type: string): AsyncGenerator<Recorded> {
    for (let after = 0; ;) {
      const page = await folder.readAll({ after, limit: eventsPerPage, types: [type] });
      yield* page;
      if (page.length === 0) return;
      after = page.at(-1)!.ordinal;
    }
  }
  return {
    log: { readStream: folder.readStream, readAll: folder.readStored },
    decode: (stored) => redactions.redact(folder.decode(stored)),
    ofType,
    redacted: new Set(redactions.placesAfter(0).map(({ ordinal }) => ordinal)),
    tree: () => (existsSync(treeFile(logRoom)) ? StoredTree.read(logRoom) : null),
    close: () => folder.close(),
  };
};
