import { parentPort } from 'node:worker_threads';
import { mapRequest } from './evaluate.js';
import { isMapping, type MappingOrder } from './mapping-order.js';

/** Maps one request after the other, on a thread that does nothing else. */
parentPort?.on('message', (order: MappingOrder) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread, no window
  parentPort?.postMessage(isMapping);
  void mapRequest(order).then((result) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread, no window
    parentPort?.postMessage(result);
  });
});
