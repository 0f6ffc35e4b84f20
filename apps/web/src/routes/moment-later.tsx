import { Suspense } from 'react';
import { chooseMoment } from '../app/past/choosing.js';
import { lazyPart } from '../ui/lazy-part.js';

// its parts are those of many screens: the first screen would list the names of all their files
const MomentScreen = lazyPart(() => import('../features/moment/moment-screen.js'), 'MomentScreen');

export const MomentLater = () => (
  <Suspense>
    <MomentScreen onChoose={chooseMoment} />
  </Suspense>
);
