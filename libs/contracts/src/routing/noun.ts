import { lapseEvents } from './lapses.js';
import { routingEvents } from './routing.js';
import { signalEvents } from './signals.js';

export const events = { ...signalEvents, ...routingEvents, ...lapseEvents };
