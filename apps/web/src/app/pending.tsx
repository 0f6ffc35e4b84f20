import { frameWidth, Waiting } from '../ui/screen.js';

/** Stands where a screen will be, until it and what it asks first have come. */
export const Pending = () => (
  <div className={`${frameWidth} pt-16`}>
    <Waiting lines={8} />
  </div>
);
