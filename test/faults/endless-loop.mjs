// Loaded before the server: the title of a group whose first alert says so is never worked out.
import { isMainThread } from 'node:worker_threads';

const every = Array.prototype.every;
const isEndless = (alerts) => alerts[0]?.summary === 'Endless' && /\btitleOf\b/.test(new Error('where').stack);

if (isMainThread) {
  const endless = function (...args) {
    while (isEndless(this));
    return every.apply(this, args);
  };
  Reflect.set(Array.prototype, 'every', endless);
}
