import { frameWidth, Waiting } from '../ui/screen.js';

/** Placeholder of a screen until its code and its first data are loaded. */
export const Pending = () => (
  <div className={`${frameWidth} pt-16`}>
    <Waiting lines={8} />
  </div>
);
