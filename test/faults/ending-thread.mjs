// Loaded before the server and each of its threads: the views’ thread exits when the file TEST_END appears, and deletes the file.
import { existsSync, rmSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';

const end = process.env.TEST_END;
const checkFile = () => {
  if (!existsSync(end)) return;
  rmSync(end);
  process.exit(1);
};
if (!isMainThread && workerData?.state instanceof SharedArrayBuffer) setInterval(checkFile, 20).unref();
