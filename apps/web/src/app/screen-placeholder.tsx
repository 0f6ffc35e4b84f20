import { frameWidth, WaitingLines } from '../ui/screen.js';

/** Placeholder of a screen until its code and its first data are loaded. */
export const ScreenPlaceholder = () => (
  <div className={`${frameWidth} pt-16`}>
    <WaitingLines lines={8} />
  </div>
);
