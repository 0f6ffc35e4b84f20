import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { openFolderSource, type FileRooms } from './folder-source.js';
import { makeFile, type FileOrder } from './make-file.js';
import { partSender } from './part-sender.js';

/** Start parameters of the worker. */
export interface FileThreadOrder {
  readonly rooms: FileRooms;
  readonly file: FileOrder;
}

/** Makes one file on its own connections, and sends it part after part. It is ended once the file was taken. */
const run = async ({ rooms, file }: FileThreadOrder, port: MessagePort): Promise<void> => {
  const source = await openFolderSource(rooms);
  const send = partSender(port);
  for await (const part of makeFile(source, file)) await send(part);
  await source.close();
  await send(null);
};

if (parentPort) await run(workerData as FileThreadOrder, parentPort);
