// Loaded before the server: computing a title never ends if the group’s first alert asks for it.
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
