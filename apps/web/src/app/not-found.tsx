import { NotHere } from '../ui/screen.js';

export const NotFound = () => (
  <main>
    <NotHere what="screen" />
  </main>
);
