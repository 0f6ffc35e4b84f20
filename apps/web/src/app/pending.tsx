import { Waiting } from '../ui/screen.js';

/** Stands where a screen will be, until it and what it asks first have come. */
export const Pending = () => (
  <div className="mx-auto w-full max-w-6xl px-4 pt-16 sm:px-6">
    <Waiting lines={8} />
  </div>
);
