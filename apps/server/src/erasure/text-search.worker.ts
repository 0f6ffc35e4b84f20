import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { TextHit, TextSearchAnswer } from '@tocsin/contracts/redactions/noun.js';
import { Redactions } from '@tocsin/domain/operation/redactions/redactions.js';
import { domain } from '@tocsin/domain/registry.js';
import { openFolderLog } from '@tocsin/platform/views/folder-log.js';
import { findTexts } from './text-matches.js';

/** Start parameters of the worker. */
export interface TextSearchOrder {
  readonly rooms: { readonly log: string; readonly vault: string };
  readonly masterKey: string | undefined;
  readonly texts: readonly string[];
}

const pageSize = 500;

/** Reads the whole log, including bodies, on its own connections, and sends the hits. */
const runSearch = async ({ rooms, masterKey, texts }: TextSearchOrder, port: MessagePort): Promise<void> => {
  const folder = openFolderLog({ ...rooms, masterKey, contractOf: eventContract, upcasters: domain.upcasters });
  const log = (await Redactions.of(folder)).over(folder);
  const hits: TextHit[] = [];
  let after = 0;
  for (let isMore = true; isMore && hits.length <= limits.textHits;) {
    const page = await log.readAll({ after, limit: pageSize });
    for (const event of page) hits.push(...findTexts(event, texts));
    after = page.at(-1)?.ordinal ?? after;
    isMore = page.length > 0;
  }
  await folder.close();
  port.postMessage({ hits: hits.slice(0, limits.textHits), more: hits.length > limits.textHits, events: after } satisfies TextSearchAnswer);
};

if (parentPort) await runSearch(workerData as TextSearchOrder, parentPort);
