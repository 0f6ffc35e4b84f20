// Loaded before the server: computing a title never ends if the group’s first alert asks for it.
import { isMainThread } from 'node:worker_threads';

const originalEvery = Array.prototype.every;
const isEndless = (alerts) => alerts[0]?.summary === 'Endless' && /\btitleOf\b/.test(new Error('where').stack);

if (isMainThread) {
  const loopForever = function (...args) {
    while (isEndless(this));
    return originalEvery.apply(this, args);
  };
  Reflect.set(Array.prototype, 'every', loopForever);
}
