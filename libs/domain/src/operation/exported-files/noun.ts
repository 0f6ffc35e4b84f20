import { exportedFilesDecider } from './decider.js';
import { exportedPeopleView } from './exported-people.view.js';

export { inputs } from './decider.js';
export const deciders = [exportedFilesDecider];
export const views = [exportedPeopleView];
