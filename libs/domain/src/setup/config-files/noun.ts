import { applyProcess, externalKeyProcess } from './apply.process.js';
import { configFilesDecider } from './decider.js';
import { configAppliesView, configItemsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [configFilesDecider];
export const processes = [applyProcess, externalKeyProcess];
export const views = [configItemsView, configAppliesView];
