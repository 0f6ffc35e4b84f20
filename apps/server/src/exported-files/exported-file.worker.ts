import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { openFolderSource, type FileRooms } from './folder-source.js';
import { makeFile, type FileOrder } from './make-file.js';

/** Start parameters of the worker. */
export interface FileThreadOrder {
  readonly rooms: FileRooms;
  readonly file: FileOrder;
}
/** Null: the file is whole. */
export type FilePart = Uint8Array | null;

/** Makes one file on its own connections, and sends it part after part. */
const run = async ({ rooms, file }: FileThreadOrder, port: MessagePort): Promise<void> => {
  const source = await openFolderSource(rooms);
  for await (const part of makeFile(source, file)) port.postMessage(part satisfies FilePart);
  port.postMessage(null satisfies FilePart);
  await source.close();
};

if (parentPort) await run(workerData as FileThreadOrder, parentPort);
