export { refusals } from './refusals.js';

export { peopleCommands as commands, peopleExamples as examples } from './commands.js';
export { peopleEvents as events } from './events.js';
export { peopleViews as views } from './rows.js';
