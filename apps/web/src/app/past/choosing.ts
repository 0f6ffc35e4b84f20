import { store } from '../../data/store.js';

/** Whether a moment is being chosen, on any screen. */
export const isChoosing = store(false);
export const chooseMoment = (): void => isChoosing.set(true);
