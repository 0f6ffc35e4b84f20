import { MissingScreen } from '../ui/screen.js';

export const NotFound = () => (
  <main>
    <MissingScreen what="screen" />
  </main>
);
