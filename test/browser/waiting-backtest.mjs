// Loaded before the server and each of its threads: a backtest waits after its first progress until the file TEST_GO_ON is there.
import { existsSync } from 'node:fs';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

const goOnFile = process.env.TEST_GO_ON;

if (!isMainThread && workerData?.upTo && workerData.temporary) {
  const post = parentPort.postMessage.bind(parentPort);
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  parentPort.postMessage = (message) => {
    post(message);
    while (message.kind === 'progress' && !existsSync(goOnFile)) Atomics.wait(asleep, 0, 0, 20);
  };
}
