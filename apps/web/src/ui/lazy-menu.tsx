import { lazy, Suspense, type ComponentProps } from 'react';
import { buttonClass } from './button.js';

// without a network the menu stays away: the one button beside it must not go with it
const ChoiceMenu = lazy(() =>
  import('./menu.js').then(
    (module) => ({ default: module.ChoiceMenu }),
    () => ({ default: Away }),
  ),
);

const Away = ({ label, className, children }: ComponentProps<typeof import('./menu.js').ChoiceMenu>) => (
  <button type="button" disabled title="Available when you are online" aria-label={label} className={className ?? buttonClass('plain')}>
    {children}
  </button>
);

/** The menu comes after the screen; until then its button stands there and waits. */
export const LazyMenu = (props: ComponentProps<typeof ChoiceMenu>) => (
  <Suspense fallback={<Away {...props} />}>
    <ChoiceMenu {...props} />
  </Suspense>
);
