// Loaded before the server: a step whose first target is a person listed in the file TEST_FAILS fails.
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const map = Array.prototype.map;
const readFailing = () => readFileSync(process.env.TEST_FAILS, 'utf8');

if (isMainThread) {
  const failingReaction = function (...args) {
    if (this[0]?.kind === 'person' && /\bcallStep\b/.test(new Error('where').stack) && readFailing() === this[0].personId)
      throw new Error('This step fails on purpose');
    return map.apply(this, args);
  };
  Reflect.set(Array.prototype, 'map', failingReaction);
}
