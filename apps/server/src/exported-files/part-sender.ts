import type { MessagePort } from 'node:worker_threads';

/** Null: the file is whole. */
export type FilePart = Uint8Array | null;
/** Told to the thread: a part was taken. */
export type PartTaken = null;

/** Parts that were sent and not taken yet, at most. */
export const partsAhead = 16;

/** Sends a part once there is room for it. */
export const partSender = (port: MessagePort): ((part: FilePart) => Promise<void>) => {
  let room = partsAhead;
  let wake: (() => void) | undefined;
  port.on('message', (_: PartTaken) => {
    room += 1;
    wake?.();
  });
  return async (part) => {
    if (room === 0) await new Promise<void>((resolve) => (wake = resolve));
    room -= 1;
    port.postMessage(part);
  };
};
